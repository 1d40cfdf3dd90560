import { describe, expect, it } from 'vitest';
import { aTenantProfile } from '../../../test/builders/a-change-service.ts';
import { checkForm, formOf, isElsewhere } from './tenant-form.ts';

const complete = {
  ...formOf(undefined),
  name: 'Acme Production',
  baseUrl: 'https://acme.example/',
  clientId: 'desk',
};

describe('the tenant form', () => {
  it('gives the profile without trailing slashes and without empty members', () => {
    const checked = checkForm(complete);
    expect(checked).toMatchObject({ ok: true, input: { baseUrl: 'https://acme.example', clientId: 'desk' } });
    expect(checked.ok && Object.keys(checked.input)).not.toContain('analyticsUrl');
    expect(checked.ok && Object.keys(checked.input)).not.toContain('clientSecret');
  });

  it('puts each error under the field it belongs to', () => {
    const checked = checkForm({ ...complete, name: ' ', baseUrl: 'acme', issuer: 'ftp://acme.example' });
    expect(checked).toEqual({
      ok: false,
      errors: {
        name: 'Enter a name.',
        baseUrl: 'Enter a full address such as https://acme.example.',
        issuer: 'Enter a full address such as https://acme.example.',
      },
    });
  });

  it('reads extra headers line by line and refuses a line without a colon', () => {
    const good = checkForm({ ...complete, extraHeaders: 'X-One: 1\n\nX-Two:  two: parts ' });
    expect(good).toMatchObject({
      ok: true,
      input: { extraHeaders: { 'X-One': '1', 'X-Two': 'two: parts' } },
    });
    const bad = checkForm({ ...complete, extraHeaders: 'X-One 1' });
    expect(bad).toMatchObject({
      ok: false,
      errors: { extraHeaders: 'Write one header a line, as Name: value.' },
    });
  });
});

describe('a form that names another server', () => {
  const tenant = aTenantProfile({ baseUrl: 'https://acme.example', issuer: 'https://acme.example' });
  it.each([
    ['the same', {}, false],
    ['the same with a slash', { baseUrl: 'https://acme.example/' }, false],
    ['an issuer of its own left out', { issuer: '' }, false],
    ['another address', { baseUrl: 'https://other.example' }, true],
    ['another issuer', { issuer: 'https://login.example' }, true],
  ])('is told by its addresses: %s', (_what, changes, expected) => {
    expect(isElsewhere(tenant, { ...formOf(tenant), ...changes })).toBe(expected);
  });
});
