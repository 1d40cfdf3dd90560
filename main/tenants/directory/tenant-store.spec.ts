import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { enteredEndpoints } from '../../../test/builders/entered-endpoints.ts';
import type { TenantInput } from '../../../contract/tenants/tenants.ts';
import type { EmbeddedTenants } from './embedded-profiles.ts';
import { adoptEmbeddedTenants } from './embedded-profiles.ts';
import { profileOfInput } from '../profile-of-input.ts';
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
const kept = { id: 'acme', hasClientSecret: false, isSandbox: false };

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
  it('has its addresses filled in, without trailing slashes', () => {
    expect(profileOfInput(input, kept)).toMatchObject({
      baseUrl: 'https://acme.example',
      analyticsUrl: 'https://acme.example/analytics/services/v1.0',
      issuer: 'https://acme.example',
    });
  });

  it('keeps the issuer as it was entered, as issuers are compared letter by letter', () => {
    expect(profileOfInput({ ...input, issuer: 'https://acme.example/app/' }, kept).issuer).toBe(
      'https://acme.example/app/',
    );
  });

  it('never has the client secret', () => {
    expect(JSON.stringify(profileOfInput({ ...input, clientSecret: 'hush' }, kept))).not.toContain('hush');
  });

  it('is read back as it was written, in the order of adding', () => {
    const first = profileOfInput(input, kept);
    const second = profileOfInput({ ...input, name: 'Beta' }, { ...kept, id: 'beta' });
    store.insert(first);
    store.insert(second);
    expect(store.list()).toEqual([first, second]);
    store.replace({ ...first, name: 'Acme 2' });
    store.remove('beta');
    expect(store.list().map(({ name }) => name)).toEqual(['Acme 2']);
  });

  it('of an earlier version, without endpoints, is read with discovery on', () => {
    store.insert(profileOfInput(input, kept));
    expect(store.get('acme')).not.toHaveProperty('endpoints');
  });

  it('is read back with the endpoints that were entered', () => {
    const endpoints = enteredEndpoints('https://login.example');
    store.insert(profileOfInput({ ...input, issuer: 'https://login.example', endpoints }, kept));
    expect(store.get('acme').endpoints).toEqual(endpoints);
  });

  it.each([
    'http://login.example/token',
    'https://ada:pw@login.example/token',
    // The issuer is not on this machine.
    'http://127.0.0.1:1/token',
  ])('is refused with the endpoint %s', (tokenEndpoint) => {
    const endpoints = enteredEndpoints('https://login.example', { tokenEndpoint });
    const issuer = 'https://login.example';
    expect(() => profileOfInput({ ...input, issuer, endpoints }, kept)).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    );
  });

  it('that is not there is a failure', () => {
    expect(() => store.get('nobody')).toThrow(expect.objectContaining({ code: 'not-found' }));
  });

  it('that was tampered with on the disk is a failure, not a crash later', () => {
    store.insert(profileOfInput(input, kept));
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

  it('become profiles with colors of their own', () => {
    const changes = adoptEmbeddedTenants(store, announced(1000), newId);
    expect(changes.map(({ change }) => change)).toEqual(['added', 'added', 'added']);
    expect(store.list().map(({ color, environment, isSandbox }) => [color, environment, isSandbox])).toEqual([
      ['teal', 'sandbox', true],
      ['amber', 'sandbox', true],
      ['violet', 'sandbox', true],
    ]);
  });

  it('that come back at other ports keep their profile and what the person made of it', () => {
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

  it('that come back at other ports read their endpoints again: those entered by hand were at the old ones', () => {
    adoptEmbeddedTenants(store, announced(1000), newId);
    const entered = { ...store.get('id-1'), endpoints: enteredEndpoints('http://127.0.0.1:1000') };
    store.replace(entered);
    expect(adoptEmbeddedTenants(store, announced(1000), newId)).toEqual([]);
    expect(store.get('id-1')).toEqual(entered);
    adoptEmbeddedTenants(store, announced(2000), newId);
    expect(store.get('id-1')).not.toHaveProperty('endpoints');
  });

  it('that come back as they were change nothing', () => {
    adoptEmbeddedTenants(store, announced(1000), newId);
    expect(adoptEmbeddedTenants(store, announced(1000), newId)).toEqual([]);
  });
});
