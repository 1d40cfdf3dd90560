import { describe, expect, it } from 'vitest';
import { protocolOf, protocols } from './application-protocol.ts';
import { isSecretMember, settingsOf, valueAt, withValue } from './application-settings.ts';
import { missingSettings, problemsOfSettings } from './setting-problems.ts';
import { attributesAs, attributesIn, flagAs, listAs } from './setting-values.ts';
import { fieldsOf, pathsOf, signOnFields } from './sign-on-fields.ts';

describe('the protocol of an application', () => {
  it.each([
    [{ WebAppType: 'Saml' }, 'saml'],
    [{ AppTypeDisplayName: 'Web - SAML' }, 'saml'],
    [{ WebAppType: 'OpenIDConnect', OAuthProfile: {} }, 'openid-connect'],
    [
      { AppTypeDisplayName: 'Web - OpenID Connect', TemplateName: 'Generic OpenID Connect' },
      'openid-connect',
    ],
    [{ WebAppType: 'OAuth', TemplateName: 'OAuth2Server' }, 'oauth-server'],
    [{ WebAppType: 'OAuth', TemplateName: 'OAuth2ServerClient' }, 'oauth-client'],
    [{ AppTypeDisplayName: 'Web - OAuth2 Client', WebAppType: 'OAuth' }, 'oauth-client'],
    [{ WebAppType: 'UsernamePassword', TemplateName: 'Generic User-Password' }, 'user-password'],
    [{ WebAppType: 'UsernamePassword', TemplateName: 'Generic Bookmark' }, 'bookmark'],
    [
      { WebAppType: 'UsernamePassword', Handler: 'Server;Cloud.Saas.Application.Handlers.BrowserExtension' },
      'browser-extension',
    ],
    [{ WebAppType: 'UsernamePassword', TemplateName: 'GenericNTLMBasic' }, 'ntlm-basic'],
    [{ AppTypeDisplayName: 'Web - WS-Fed' }, 'ws-fed'],
    [{ WebAppType: 'Saml', AppTypeDisplayName: 'Web - WS-Fed' }, 'ws-fed'],
    [{ AppType: 'Desktop', WebAppType: null }, 'desktop'],
    [{ AppType: 'Mobile', WebAppType: null }, 'mobile'],
    [{ AppTypeDisplayName: 'Mobile - Android' }, 'mobile'],
    [{ OAuthProfile: { ClientID: 'x' } }, 'openid-connect'],
    [{ WebAppType: 'Quantum' }, 'unknown'],
    [{}, 'unknown'],
  ] as const)('of %j is %s', (record, protocol) => {
    expect(protocolOf(record)).toBe(protocol);
  });
});

describe('the settings of a record', () => {
  const record = {
    _RowKey: 'a',
    ID: 'a',
    Name: 'Payroll',
    DisplayName: 'Payroll',
    Audience: 'urn:payroll',
    AdminTag: null,
    Issuer: 'https://tenant.example/payroll',
    OAuthProfile: { ClientID: 'c', ClientSecret: '••••', Redirects: ['https://a.example/cb'], Extra: 1 },
    Unheard: { deep: [1] },
  };

  it('are the settable members, including unknown ones, without members of this one application', () => {
    expect(settingsOf(record)).toEqual({
      Audience: 'urn:payroll',
      OAuthProfile: { ClientSecret: '••••', Redirects: ['https://a.example/cb'], Extra: 1 },
      Unheard: { deep: [1] },
    });
  });

  it('keep a display name that differs from the name', () => {
    expect(settingsOf({ ...record, DisplayName: 'Wages' })).toMatchObject({ DisplayName: 'Wages' });
  });

  it('are read and set by path, and empty objects are removed', () => {
    const settings = withValue({}, 'OAuthProfile.Redirects', ['https://a.example/cb']);
    expect(valueAt(settings, 'OAuthProfile.Redirects')).toEqual(['https://a.example/cb']);
    expect(valueAt(settings, 'OAuthProfile.Scopes')).toBeUndefined();
    expect(valueAt({ OAuthProfile: null }, 'OAuthProfile.Scopes')).toBeUndefined();
    expect(withValue(settings, 'OAuthProfile.Redirects', undefined)).toEqual({});
    expect(withValue({ A: 1, B: 2 }, 'A', undefined)).toEqual({ B: 2 });
  });

  it('cannot reach the prototype', () => {
    expect(valueAt({}, 'constructor.name')).toBe(valueAt({}, 'nothing'));
    expect(Object.getPrototypeOf(settingsOf(JSON.parse('{"__proto__": {"x": 1}}')))).toBe(Object.prototype);
  });

  it('that are secret are recognized by name', () => {
    expect(['ClientSecret', 'Password', 'PrivateKey', 'SigningPassphrase'].every(isSecretMember)).toBe(true);
    expect(['Audience', 'PasswordField', 'PasswordIsSet', 'SecretaryName'].some(isSecretMember)).toBe(false);
  });
});

describe('the table of fields', () => {
  it('has each member once per protocol', () => {
    for (const protocol of protocols) {
      const paths = fieldsOf(protocol, {}).flatMap(pathsOf);
      expect([protocol, paths.filter((path, index) => paths.indexOf(path) !== index)]).toEqual([
        protocol,
        [],
      ]);
    }
  });

  it('hides the value of every secret', () => {
    for (const { type, path } of signOnFields)
      expect([path, type === 'secret']).toEqual([path, isSecretMember(path)]);
  });

  it('edits the member that the record has', () => {
    const edited = (record: Record<string, unknown>) =>
      fieldsOf('saml', record).find(({ path }) => path === 'ACSUrl')?.editedPath;
    expect(edited({ Url: 'https://a.example/acs' })).toBe('Url');
    expect(edited({ ACSUrl: '', Url: 'https://a.example/acs' })).toBe('Url');
    expect(edited({ ACSUrl: '' })).toBe('ACSUrl');
    expect(edited({})).toBe('ACSUrl');
  });

  it('shows tenant-specific fields only if the record has them', () => {
    const paths = (record: Record<string, unknown>) =>
      fieldsOf('openid-connect', record).map(({ path }) => path);
    expect(paths({})).not.toContain('OAuthProfile.AllowedAuth');
    expect(paths({ OAuthProfile: { AllowedAuth: null } })).toContain('OAuthProfile.AllowedAuth');
  });
});

describe('values in the shapes of tenants', () => {
  it('keep the shape that the member has', () => {
    expect(listAs('a,b', ['a', 'c'])).toBe('a,c');
    expect(listAs(['a'], ['b'])).toEqual(['b']);
    expect(listAs('code', ['code', 'code id_token'])).toEqual(['code', 'code id_token']);
    expect(flagAs('True', false)).toBe('False');
    expect(flagAs(undefined, false)).toBe(false);
    const attributes = [{ name: 'mail', value: 'LoginUser.Email' }];
    expect(attributesAs(null, attributes)).toEqual([{ Name: 'mail', Value: 'LoginUser.Email' }]);
    expect(attributesAs({ Attributes: [{ Name: 'mail', Value: 'x', Id: 7 }], More: 1 }, attributes)).toEqual({
      Attributes: [{ Name: 'mail', Value: 'LoginUser.Email', Id: 7 }],
      More: 1,
    });
  });

  it('reject attributes of an unknown format', () => {
    expect(attributesIn({ Attributes: [] })).toEqual([]);
    expect(attributesIn(null)).toEqual([]);
    expect(attributesIn(['mail'])).toBeUndefined();
    expect(attributesIn({ Rules: [] })).toBeUndefined();
  });
});

const application = (changes: object) => ({
  templateId: 'Generic OpenID Connect',
  name: 'Portal',
  description: '',
  icon: '',
  script: null,
  settings: {},
  roles: null,
  ...changes,
});
const withSetting = (path: string, value: string | string[] | object) =>
  problemsOfSettings(application({ settings: withValue({}, path, value as string) }))[path];

describe('an application that a tenant would reject', () => {
  it('has no name, or one that is too long', () => {
    expect(problemsOfSettings(application({ name: '  ' }))).toHaveProperty('name');
    expect(problemsOfSettings(application({ name: 'n'.repeat(1000) }))['name']).toContain('1,000');
    expect(problemsOfSettings(application({ name: 'n'.repeat(255) }))).toEqual({});
  });

  it.each([
    'https://app.example/callback',
    'http://127.0.0.1:8400/callback',
    'http://localhost/cb',
    'http://[::1]:9/cb',
    'com.example.app:/callback',
    'https://app.example/callback?tenant=a&x=1',
  ])('may redirect users to %s', (redirect) => {
    expect(withSetting('OAuthProfile.Redirects', [redirect])).toBeUndefined();
  });

  it.each([
    ['callback', 'not a URI'],
    ['app.example/callback', 'not a URI'],
    ['localhost:3000/callback', 'no scheme'],
    ['https://app.example/callback#x', 'fragment'],
    ['https://*.example/callback', 'wildcard'],
    ['https://app.example/*', 'wildcard'],
    ['javascript:alert(1)', 'not a valid redirect URI'],
    ['data:text/html,x', 'not a valid redirect URI'],
    ['https://app.example/a b', 'characters'],
  ])('may not redirect users to %s', (redirect, message) => {
    expect(withSetting('OAuthProfile.Redirects', ['https://good.example/', redirect])).toContain(message);
  });

  it.each(['5:00:00', '05:00:00', '365.00:00:00', '00:00:01'])('may have tokens for %s', (lifetime) => {
    expect(withSetting('OAuthProfile.TokenLifetimeString', lifetime)).toBeUndefined();
  });

  it.each(['5', '5h', '25:00:00', '1:60:00', '0:00:00', '1.2.3:00:00', '-1:00:00'])(
    'may not have tokens for %s',
    (lifetime) => {
      expect(withSetting('OAuthProfile.TokenLifetimeString', lifetime)).toEqual(expect.any(String));
    },
  );

  it('has a duplicate attribute or redirect, or an attribute without a name or a value', () => {
    const attribute = (Name: string, Value = 'x') => ({ Name, Value });
    expect(withSetting('SamlAttributes', [attribute('mail'), attribute('mail')])).toContain('Duplicate');
    expect(withSetting('SamlAttributes', [attribute('mail'), attribute('Mail')])).toBeUndefined();
    expect(withSetting('SamlAttributes', [attribute(' ')])).toContain('no name');
    expect(withSetting('SamlAttributes', [attribute('mail', '')])).toContain('no value');
    const redirect = 'https://a.example/';
    expect(withSetting('OAuthProfile.Redirects', [redirect, redirect])).toContain('Duplicate');
  });

  it('has an ACS that is not a URL, an invalid scope, or a partly changed secret', () => {
    expect(withSetting('ACSUrl', 'acs')).toContain('valid https:// URL');
    expect(withSetting('ACSUrl', 'ftp://a.example/acs')).toContain('https://');
    expect(withSetting('OAuthProfile.Scopes', ['a"b'])).toContain('not a valid scope');
    expect(withSetting('OAuthProfile.ClientSecret', '••••1a2b3c4dx')).toContain('Enter the full secret');
    expect(withSetting('OAuthProfile.ClientSecret', '••••1a2b3c4d')).toBeUndefined();
    expect(withSetting('OAuthProfile.ClientSecret', '••••')).toBeUndefined();
  });
});

describe('settings that are missing for sign-in', () => {
  it('depend on the protocol, by template if nothing else is known', () => {
    expect(missingSettings(application({}))).toEqual([
      { path: 'OAuthProfile.Redirects', label: 'One of the authorized redirect URLs' },
    ]);
    const saml = application({ templateId: 'Generic SAML', settings: { Audience: 'urn:a' } });
    expect(missingSettings(saml)).toEqual([{ path: 'ACSUrl', label: 'Assertion consumer service URL' }]);
    expect(missingSettings({ ...saml, settings: { Audience: 'urn:a', Url: 'https://a.example' } })).toEqual(
      [],
    );
    expect(missingSettings(application({ templateId: 'Payroll' }), 'bookmark')).toEqual([
      { path: 'Url', label: 'URL' },
    ]);
  });
});
