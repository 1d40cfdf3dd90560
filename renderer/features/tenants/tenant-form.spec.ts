import { describe, expect, it } from 'vitest';
import { aTenantProfile } from '../../../test/builders/a-tenant-profile.ts';
import {
  checkForm,
  checkedTarget,
  enteredEndpoints,
  formOf,
  hostWarnings,
  isOtherServer,
  otherHostsIn,
  pasteNotes,
  unconfirmedHosts,
  withSignInHosts,
} from './tenant-form.ts';

const endpoints = {
  authorizationEndpoint: 'https://login.example/authorize',
  tokenEndpoint: 'https://login.example/token',
  jwksUri: 'https://login.example/jwks',
  clientAuthentication: 'client_secret_basic',
} as const;

const complete = {
  ...formOf(undefined),
  name: 'Acme Production',
  baseUrl: 'https://acme.example/',
  clientId: 'desk',
};

describe('the tenant form', () => {
  it('removes trailing slashes and empty fields', () => {
    const checked = checkForm(complete);
    expect(checked).toMatchObject({ ok: true, input: { baseUrl: 'https://acme.example', clientId: 'desk' } });
    expect(checked.ok && Object.keys(checked.input)).not.toContain('analyticsUrl');
    expect(checked.ok && Object.keys(checked.input)).not.toContain('clientSecret');
  });

  it.each([
    ['acme.example', 'https://acme.example'],
    ['acme.example:8443/', 'https://acme.example:8443'],
    [' acme.example/tenant', 'https://acme.example/tenant'],
    ['127.0.0.1:7710', 'http://127.0.0.1:7710'],
    ['localhost:7710', 'http://localhost:7710'],
    ['[::1]:7710', 'http://[::1]:7710'],
    ['localhost.example', 'https://localhost.example'],
  ])('completes %s to %s, and says so', (entered, baseUrl) => {
    const form = { ...complete, baseUrl: entered };
    expect(checkForm(form)).toMatchObject({ ok: true, input: { baseUrl } });
    expect(pasteNotes(form)).toEqual({ baseUrl: `Used as ${baseUrl}` });
    expect(checkedTarget(form)).toMatchObject({ baseUrl });
  });

  it.each([
    'acme',
    'https:/acme.example',
    'javascript:alert(1)',
    'me@acme.example',
    'acme.example:x',
    'acme.',
  ])('does not guess what %s means', (baseUrl) => {
    const form = { ...complete, baseUrl };
    expect(checkForm(form)).toMatchObject({ ok: false, errors: { baseUrl: expect.any(String) } });
    expect(pasteNotes(form)).toEqual({});
  });

  it('trims pasted text with a note, and keeps everything inside it', () => {
    const around = (text: string) => `\u200b\ufeff \t${text}\u2060\u00a0\n`;
    const form = {
      ...complete,
      baseUrl: around('https://acme.example/'),
      analyticsUrl: around('https://acme.example/analytics'),
      issuer: around('https://login.example/Path'),
      clientId: around('desk 1'),
      clientSecret: around('s3 cr+et'),
    };
    expect(checkForm(form)).toMatchObject({
      ok: true,
      input: {
        baseUrl: 'https://acme.example',
        analyticsUrl: 'https://acme.example/analytics',
        issuer: 'https://login.example/Path',
        clientId: 'desk 1',
        clientSecret: 's3 cr+et',
      },
    });
    expect(Object.keys(pasteNotes(form))).toEqual([
      'baseUrl',
      'analyticsUrl',
      'issuer',
      'clientId',
      'clientSecret',
    ]);
    expect(pasteNotes(complete)).toEqual({});
  });

  it.each(['baseUrl', 'analyticsUrl', 'issuer', 'clientId', 'clientSecret'] as const)(
    'rejects an invisible character in %s without quoting it',
    (field) => {
      for (const character of ['\u200b', '\n', '\u0000', '\u202e', '\u00ad', '\u2028']) {
        const text = `https://ac${character}me.example`;
        const checked = checkForm({ ...complete, [field]: text });
        expect(checked).toMatchObject({
          ok: false,
          errors: { [field]: expect.stringContaining('invisible character (U+') },
        });
        expect(JSON.stringify(checked)).not.toContain('me.example');
      }
    },
  );

  it('allows other sign-in hosts one by one', () => {
    const form = { ...complete, signInHosts: 'login.example, keys.example:8443' };
    expect(checkForm(form)).toMatchObject({
      ok: true,
      input: { signInHosts: ['login.example', 'keys.example:8443'] },
    });
    expect(unconfirmedHosts(form, ['login.example', 'other.example'])).toEqual(['other.example']);
    expect(withSignInHosts(form, ['other.example', 'login.example'])).toBe(
      'login.example keys.example:8443 other.example',
    );
    expect(checkForm({ ...complete, signInHosts: 'https://login.example/' })).toMatchObject({
      ok: false,
      errors: { signInHosts: expect.stringContaining('Enter a host') },
    });
  });

  it('uses the endpoints only while discovery is off', () => {
    const off = {
      ...complete,
      issuer: 'https://login.example',
      usesDiscovery: false,
      authorizationEndpoint: ' https://login.example/authorize',
      tokenEndpoint: 'https://login.example/token?v=2',
      jwksUri: 'https://keys.example:8443/jwks\n',
    };
    expect(checkForm(off)).toMatchObject({
      ok: true,
      input: {
        endpoints: {
          authorizationEndpoint: 'https://login.example/authorize',
          tokenEndpoint: 'https://login.example/token?v=2',
          jwksUri: 'https://keys.example:8443/jwks',
          clientAuthentication: 'client_secret_basic',
        },
      },
    });
    const checked = checkForm(off);
    expect(checked.ok && Object.keys(checked.input.endpoints ?? {})).not.toContain('userinfoEndpoint');
    expect(otherHostsIn(off)).toEqual(['keys.example:8443']);
    expect(Object.keys(pasteNotes(off))).toEqual(['authorizationEndpoint', 'jwksUri']);
    const on = { ...off, usesDiscovery: true };
    expect(otherHostsIn(on)).toEqual([]);
    const again = checkForm(on);
    expect(again.ok && Object.keys(again.input)).not.toContain('endpoints');
  });

  it('requires the issuer and endpoints while discovery is off, with an error per field', () => {
    const url = 'Enter a full URL such as https://acme.example.';
    const issuer = 'Enter the issuer, exactly as ID tokens name it (iss).';
    expect(checkForm({ ...complete, usesDiscovery: false, userinfoEndpoint: 'login' })).toEqual({
      ok: false,
      errors: { issuer, authorizationEndpoint: url, tokenEndpoint: url, jwksUri: url, userinfoEndpoint: url },
    });
    const entered = { ...complete, usesDiscovery: false, ...enteredEndpoints(endpoints) };
    expect(checkForm(entered)).toEqual({
      ok: false,
      errors: { issuer },
    });
    const withFragment = {
      ...entered,
      issuer: 'https://login.example',
      tokenEndpoint: 'https://a.example/#t',
    };
    expect(checkForm(withFragment)).toEqual({
      ok: false,
      errors: { tokenEndpoint: 'The token endpoint must not have a fragment (#).' },
    });
  });

  it('returns errors by field', () => {
    const checked = checkForm({ ...complete, name: ' ', baseUrl: 'acme', issuer: 'ftp://acme.example' });
    expect(checked).toEqual({
      ok: false,
      errors: {
        name: 'Enter a name.',
        baseUrl: 'Enter a full URL such as https://acme.example.',
        issuer: 'Enter a full URL such as https://acme.example.',
      },
    });
  });

  it('parses extra headers by line and rejects a line without a colon', () => {
    const good = checkForm({ ...complete, extraHeaders: 'X-One: 1\n\nX-Two:  two: parts ' });
    expect(good).toMatchObject({
      ok: true,
      input: { extraHeaders: { 'X-One': '1', 'X-Two': 'two: parts' } },
    });
    const bad = checkForm({ ...complete, extraHeaders: 'X-One 1' });
    expect(bad).toMatchObject({
      ok: false,
      errors: { extraHeaders: 'Enter one “Name: value” header per line' },
    });
  });
});

describe('isOtherServer', () => {
  const tenant = aTenantProfile({ baseUrl: 'https://acme.example', issuer: 'https://acme.example' });
  it.each([
    ['the same', {}, false],
    ['the same with a slash', { baseUrl: 'https://acme.example/' }, false],
    ['a removed issuer', { issuer: '' }, false],
    ['the same in capitals with its port', { baseUrl: 'HTTPS://ACME.example:443' }, false],
    ['another URL', { baseUrl: 'https://other.example' }, true],
    ['another issuer', { issuer: 'https://login.example' }, true],
  ])('compares the URLs: %s', (_what, changes, expected) => {
    expect(isOtherServer(tenant, { ...formOf(tenant), ...changes })).toBe(expected);
  });

  const known = { baseUrl: 'https://acme.example', issuer: 'https://login.example' };
  const manual = aTenantProfile({ ...known, endpoints });
  const off = { usesDiscovery: false };
  it.each([
    ['on the issuer’s host', aTenantProfile(known), { ...off, ...enteredEndpoints(endpoints) }, false],
    [
      'on a host that was allowed',
      aTenantProfile({ ...known, signInHosts: ['tokens.example'] }),
      { ...off, tokenEndpoint: 'https://tokens.example/t' },
      false,
    ],
    [
      'on a newly allowed host',
      aTenantProfile(known),
      { ...off, tokenEndpoint: 'https://tokens.example/t', signInHosts: 'tokens.example' },
      true,
    ],
    ['with another path', manual, { tokenEndpoint: 'https://login.example/v2/token' }, false],
    ['with another port', manual, { tokenEndpoint: 'https://login.example:8443/token' }, true],
    ['left to discovery', manual, { usesDiscovery: true }, false],
    [
      'left to discovery, from another host',
      aTenantProfile({ ...known, endpoints: { ...endpoints, tokenEndpoint: 'https://tokens.example/t' } }),
      { usesDiscovery: true },
      true,
    ],
  ])('compares the token endpoint: %s', (_what, profile, changes, expected) => {
    expect(isOtherServer(profile, { ...formOf(profile), ...changes })).toBe(expected);
  });
});

describe('a host with non-ASCII letters', () => {
  it.each([
    ['baseUrl', 'https://аpple.com', '“аpple.com” is the host xn--pple-43d.com. Similar-looking letters'],
    ['issuer', 'https://xn--pple-43d.com/x', '“аpple.com” is the host xn--pple-43d.com.'],
    ['analyticsUrl', 'https://bücherж.example', 'Mixed alphabets'],
    ['signInHosts', 'login.example аpple.com', 'is the host xn--pple-43d.com'],
    ['baseUrl', 'https://bücher.example', 'is the host xn--bcher-kva.example. Make sure'],
  ] as const)('is explained under %s: %s', (field, text, warning) => {
    expect(hostWarnings({ ...formOf(undefined), [field]: text })[field]).toContain(warning);
  });

  it('has no warning for ASCII hosts', () => {
    expect(hostWarnings(formOf(aTenantProfile({ baseUrl: 'https://acme.example' })))).toEqual({});
  });
});
