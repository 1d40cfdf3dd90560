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

  it('are what can be set, members that no tab knows included, without what is of the one application', () => {
    expect(settingsOf(record)).toEqual({
      Audience: 'urn:payroll',
      OAuthProfile: { ClientSecret: '••••', Redirects: ['https://a.example/cb'], Extra: 1 },
      Unheard: { deep: [1] },
    });
  });

  it('keep a display name that is another one', () => {
    expect(settingsOf({ ...record, DisplayName: 'Wages' })).toMatchObject({ DisplayName: 'Wages' });
  });

  it('are read and set by path, and an object of which nothing is left goes', () => {
    const settings = withValue({}, 'OAuthProfile.Redirects', ['https://a.example/cb']);
    expect(valueAt(settings, 'OAuthProfile.Redirects')).toEqual(['https://a.example/cb']);
    expect(valueAt(settings, 'OAuthProfile.Scopes')).toBeUndefined();
    expect(valueAt({ OAuthProfile: null }, 'OAuthProfile.Scopes')).toBeUndefined();
    expect(withValue(settings, 'OAuthProfile.Redirects', undefined)).toEqual({});
    expect(withValue({ A: 1, B: 2 }, 'A', undefined)).toEqual({ B: 2 });
  });

  it('cannot reach what no record has, such as the prototype', () => {
    expect(valueAt({}, 'constructor.name')).toBe(valueAt({}, 'nothing'));
    expect(Object.getPrototypeOf(settingsOf(JSON.parse('{"__proto__": {"x": 1}}')))).toBe(Object.prototype);
  });

  it('that are secrets are known by their names', () => {
    expect(['ClientSecret', 'Password', 'PrivateKey', 'SigningPassphrase'].every(isSecretMember)).toBe(true);
    expect(['Audience', 'PasswordField', 'PasswordIsSet', 'SecretaryName'].some(isSecretMember)).toBe(false);
  });
});

describe('the table of fields', () => {
  it('names each member once for a protocol', () => {
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

  it('edits whichever member the record has', () => {
    const edited = (record: Record<string, unknown>) =>
      fieldsOf('saml', record).find(({ path }) => path === 'ACSUrl')?.editedPath;
    expect(edited({ Url: 'https://a.example/acs' })).toBe('Url');
    expect(edited({ ACSUrl: '', Url: 'https://a.example/acs' })).toBe('Url');
    expect(edited({ ACSUrl: '' })).toBe('ACSUrl');
    expect(edited({})).toBe('ACSUrl');
  });

  it('shows what only some tenants have only where the record has it', () => {
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

  it('of attributes that nobody knows are no attributes', () => {
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

describe('an application that no tenant would take', () => {
  it('has no name, or too long a one', () => {
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
  ])('may return people to %s', (redirect) => {
    expect(withSetting('OAuthProfile.Redirects', [redirect])).toBeUndefined();
  });

  it.each([
    ['callback', 'no URI'],
    ['app.example/callback', 'no URI'],
    ['localhost:3000/callback', 'no scheme'],
    ['https://app.example/callback#x', 'fragment'],
    ['https://*.example/callback', 'wildcard'],
    ['https://app.example/*', 'wildcard'],
    ['javascript:alert(1)', 'no address'],
    ['data:text/html,x', 'no address'],
    ['https://app.example/a b', 'characters'],
  ])('may not return people to %s', (redirect, words) => {
    expect(withSetting('OAuthProfile.Redirects', ['https://good.example/', redirect])).toContain(words);
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

  it('has an attribute or a redirect twice, or an attribute without a name or a value', () => {
    const attribute = (Name: string, Value = 'x') => ({ Name, Value });
    expect(withSetting('SamlAttributes', [attribute('mail'), attribute('mail')])).toContain('twice');
    expect(withSetting('SamlAttributes', [attribute('mail'), attribute('Mail')])).toBeUndefined();
    expect(withSetting('SamlAttributes', [attribute(' ')])).toContain('no name');
    expect(withSetting('SamlAttributes', [attribute('mail', '')])).toContain('no value');
    const redirect = 'https://a.example/';
    expect(withSetting('OAuthProfile.Redirects', [redirect, redirect])).toContain('twice');
  });

  it('has an ACS that is no URL, a scope with a blank in it, or half of a hidden secret', () => {
    expect(withSetting('ACSUrl', 'acs')).toContain('no URL');
    expect(withSetting('ACSUrl', 'ftp://a.example/acs')).toContain('https://');
    expect(withSetting('OAuthProfile.Scopes', ['a"b'])).toContain('no scope');
    expect(withSetting('OAuthProfile.ClientSecret', '••••1a2b3c4dx')).toContain('Enter it whole');
    expect(withSetting('OAuthProfile.ClientSecret', '••••1a2b3c4d')).toBeUndefined();
    expect(withSetting('OAuthProfile.ClientSecret', '••••')).toBeUndefined();
  });
});

describe('what is still missing before anybody can sign in', () => {
  it('is said by protocol, from the template while nothing else is known', () => {
    expect(missingSettings(application({}))).toEqual([
      { path: 'OAuthProfile.Redirects', words: 'At least one of the authorized redirect URLs' },
    ]);
    const saml = application({ templateId: 'Generic SAML', settings: { Audience: 'urn:a' } });
    expect(missingSettings(saml)).toEqual([{ path: 'ACSUrl', words: 'The assertion consumer service URL' }]);
    expect(missingSettings({ ...saml, settings: { Audience: 'urn:a', Url: 'https://a.example' } })).toEqual(
      [],
    );
    expect(missingSettings(application({ templateId: 'Payroll' }), 'bookmark')).toEqual([
      { path: 'Url', words: 'The URL' },
    ]);
  });
});
