import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { enteredEndpoints } from '../../../test/builders/entered-endpoints.ts';
import type { TenantInput } from '../../../contract/tenants/tenants.ts';
import type { EmbeddedTenants } from './embedded-profiles.ts';
import { adoptEmbeddedTenants } from './embedded-profiles.ts';
import { profileOfInput } from './profile-of-input.ts';
import { tenantSchemaSteps } from './tenant-store.ts';
import type { TenantStore } from './tenant-store.ts';
import { createTenantStore } from './tenant-store.ts';

const input: TenantInput = {
  name: 'Acme',
  color: 'blue',
  environment: 'production',
  baseUrl: 'https://acme.example/',
  clientId: 'desk',
  scopes: ['openid'],
  extraHeaders: {},
};
const fixed = { id: 'acme', hasClientSecret: false, isSandbox: false };

let database: DatabaseSync;
let store: TenantStore;
let nextId: number;

beforeEach(() => {
  database = new DatabaseSync(':memory:');
  for (const step of tenantSchemaSteps.steps) database.exec(step);
  store = createTenantStore(database);
  nextId = 0;
});

const newId = (): string => `id-${(nextId += 1)}`;

describe('a profile', () => {
  it('has default URLs, without trailing slashes', () => {
    expect(profileOfInput(input, fixed)).toMatchObject({
      baseUrl: 'https://acme.example',
      analyticsUrl: 'https://acme.example/analytics/services/v1.0',
      issuer: 'https://acme.example',
    });
  });

  it('keeps the issuer as entered, because issuers are compared exactly', () => {
    expect(profileOfInput({ ...input, issuer: 'https://acme.example/app/' }, fixed).issuer).toBe(
      'https://acme.example/app/',
    );
  });

  it('never has the client secret', () => {
    expect(JSON.stringify(profileOfInput({ ...input, clientSecret: 'hush' }, fixed))).not.toContain('hush');
  });

  it('is read as written, in the order of creation', () => {
    const first = profileOfInput(input, fixed);
    const second = profileOfInput({ ...input, name: 'Beta' }, { ...fixed, id: 'beta' });
    store.insert(first);
    store.insert(second);
    expect(store.list()).toEqual([first, second]);
    store.replace({ ...first, name: 'Acme 2' });
    store.remove('beta');
    expect(store.list().map(({ name }) => name)).toEqual(['Acme 2']);
  });

  it('of an earlier version, without endpoints, is read with discovery on', () => {
    store.insert(profileOfInput(input, fixed));
    expect(store.get('acme')).not.toHaveProperty('endpoints');
  });

  it('is read with the entered endpoints', () => {
    const endpoints = enteredEndpoints('https://login.example');
    store.insert(profileOfInput({ ...input, issuer: 'https://login.example', endpoints }, fixed));
    expect(store.get('acme').endpoints).toEqual(endpoints);
  });

  it.each([
    'http://login.example/token',
    'https://ada:pw@login.example/token',
    // The issuer isn't on this machine.
    'http://127.0.0.1:1/token',
  ])('is rejected with the endpoint %s', (tokenEndpoint) => {
    const endpoints = enteredEndpoints('https://login.example', { tokenEndpoint });
    const issuer = 'https://login.example';
    expect(() => profileOfInput({ ...input, issuer, endpoints }, fixed)).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    );
  });

  it('that does not exist is a failure', () => {
    expect(() => store.get('unknown')).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  it('that was tampered with on disk is a failure, not a later crash', () => {
    store.insert(profileOfInput(input, fixed));
    database.exec(`UPDATE tenants SET profile = '{"name":1}'`);
    expect(() => store.list()).toThrow(expect.objectContaining({ code: 'storage-failed' }));
    database.exec(`UPDATE tenants SET profile = 'nonsense'`);
    expect(() => store.list()).toThrow(expect.objectContaining({ code: 'storage-failed' }));
  });
});

describe('embedded tenants', () => {
  const announced = (port: number): EmbeddedTenants =>
    ['Staging', 'Production', 'Third'].map((name, index) => {
      const origin = `http://127.0.0.1:${port + index}`;
      return { name, baseUrl: origin, analyticsUrl: `${origin}/a`, issuer: origin, clientId: 'desk' };
    });

  it('become profiles with different colors', () => {
    const changes = adoptEmbeddedTenants(store, announced(1000), newId);
    expect(changes.map(({ change }) => change)).toEqual(['added', 'added', 'added']);
    expect(store.list().map(({ color, environment, isSandbox }) => [color, environment, isSandbox])).toEqual([
      ['teal', 'sandbox', true],
      ['amber', 'sandbox', true],
      ['violet', 'sandbox', true],
    ]);
  });

  it('that restart at other ports keep their customized profile', () => {
    adoptEmbeddedTenants(store, announced(1000), newId);
    store.replace({ ...store.get('id-1'), name: 'Playground', color: 'pink' });
    const changes = adoptEmbeddedTenants(store, announced(2000), newId);
    expect(changes.map(({ id, change }) => [id, change])).toEqual([
      ['id-1', 'moved'],
      ['id-2', 'moved'],
      ['id-3', 'moved'],
    ]);
    expect(store.get('id-1')).toMatchObject({
      name: 'Playground',
      color: 'pink',
      baseUrl: 'http://127.0.0.1:2000',
      issuer: 'http://127.0.0.1:2000',
    });
  });

  it('that restart at other ports discover their endpoints again, dropping manually entered ones', () => {
    adoptEmbeddedTenants(store, announced(1000), newId);
    const entered = { ...store.get('id-1'), endpoints: enteredEndpoints('http://127.0.0.1:1000') };
    store.replace(entered);
    expect(adoptEmbeddedTenants(store, announced(1000), newId)).toEqual([]);
    expect(store.get('id-1')).toEqual(entered);
    adoptEmbeddedTenants(store, announced(2000), newId);
    expect(store.get('id-1')).not.toHaveProperty('endpoints');
  });

  it('that restart unchanged change nothing', () => {
    adoptEmbeddedTenants(store, announced(1000), newId);
    expect(adoptEmbeddedTenants(store, announced(1000), newId)).toEqual([]);
  });
});
