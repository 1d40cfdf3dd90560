import { expect } from 'vitest';
import { z } from 'zod';
import { adoptRunTenant } from '../../../main/tenants/run-tenant.ts';
import { aTenantProfile } from '../../builders/a-tenant-profile.ts';
import { callContext, startFoundation, tenantAt } from '../desk-foundation.ts';
import type { EnforcedKeys } from './policy-call.ts';
import { call, deniedBy, managed, startServices, temporaryFolder } from './policy-call.ts';

async function checkAllowedUrls(): Promise<void> {
  const policy = managed({ allowedUrls: ['https://acme.example', 'https://*.login.example'] });
  await using desk = startFoundation({ policy });
  const { foundation } = desk;
  const { tenants, tenantStore, sessions, client } = foundation;
  const denied = deniedBy('allowedUrls');
  const allowed = tenantAt('https://acme.example', { issuer: 'https://eu.login.example' });
  const { id } = await tenants.add(allowed);
  await expect(tenants.add(tenantAt('https://other.example'))).rejects.toMatchObject(denied);
  for (const change of [{ issuer: 'https://other.example' }, { analyticsUrl: 'https://other.example' }]) {
    await expect(tenants.update(id, { ...allowed, ...change })).rejects.toMatchObject(denied);
  }
  // A profile from the time before the policy.
  tenantStore.insert(aTenantProfile({ id: 'old', baseUrl: 'https://old.example', isSandbox: true }));
  const signIn = await sessions.signIn('old', new AbortController().signal).catch((error: unknown) => error);
  expect(signIn).toMatchObject(denied);
  const read = { tenantId: 'old', path: '/x', result: z.unknown(), purpose: 'read' };
  await expect(client.manage(read, callContext())).rejects.toMatchObject(denied);
  // A command can't get around it by calling its tenant a sandbox.
  const run = {
    input: tenantAt('http://127.0.0.1:9', { environment: 'sandbox' }),
    isSandbox: true,
    credential: { kind: 'none' },
  } as const;
  const parts = { ...foundation, store: tenantStore, now: Date.now };
  await expect(adoptRunTenant(parts, run, new AbortController().signal)).rejects.toMatchObject(denied);
  const address = { baseUrl: 'https://other.example' };
  expect(await call(policy.values, 'tenants.discover', address)).toMatchObject(denied);
  const target = { ...address, scopes: [] };
  expect(await call(policy.values, 'tenants.check', { step: 'dns', target })).toMatchObject(denied);
}

async function checkPreconfiguredTenants(): Promise<void> {
  const profileFolder = temporaryFolder();
  const before = await startServices({}, profileFolder);
  const added = await before.handlers['tenants.add'](
    { ...tenantAt('https://acme.example'), name: 'Mine', scopes: [], extraHeaders: {} },
    callContext(),
  );
  await before.stop();
  const entry = { name: 'Acme', clientId: 'desk', environment: 'production', color: 'red' } as const;
  const preconfiguredTenants = ['https://acme.example', 'https://two.example'].map((baseUrl) => ({
    ...entry,
    baseUrl,
  }));
  const { handlers } = await startServices({ preconfiguredTenants, allowedUrls: [] }, profileFolder);
  const listed = await handlers['tenants.list'](undefined, callContext());
  expect(listed).toMatchObject(preconfiguredTenants);
  expect(listed[0]?.id).toBe(added.id);
  expect(await handlers['policy.get'](undefined, callContext())).toMatchObject({
    preconfiguredTenants: listed.map(({ id }) => id),
  });
  const denied = deniedBy('preconfiguredTenants');
  await expect(handlers['tenants.remove']({ id: added.id }, callContext())).rejects.toMatchObject(denied);
  const { id, hasClientSecret: _has, isSandbox: _is, ...profile } = listed[0] ?? aTenantProfile();
  const rename = { id, profile: { ...profile, name: 'Other' } };
  await expect(handlers['tenants.update'](rename, callContext())).rejects.toMatchObject(denied);
  // The secret isn't in the policy.
  const secret = { id, profile: { ...profile, clientSecret: 'a secret' } };
  expect(await handlers['tenants.update'](secret, callContext())).toMatchObject({ hasClientSecret: true });
}

/** Keys about the tenants that are used. */
export const tenantKeys = {
  allowedUrls: {
    promise: 'no other tenant is added, signed in to or sent a request',
    check: checkAllowedUrls,
  },
  preconfiguredTenants: {
    promise: 'are in every profile, and are neither edited nor removed',
    check: checkPreconfiguredTenants,
  },
} satisfies EnforcedKeys;
