import { expect, it } from 'vitest';
import type { TenantGlance } from '../../contract/overview/overview.ts';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import { recentTenants } from './recent-tenants.ts';

/** Only what is read of each. */
const tenant = (id: string): TenantProfile =>
  ({ id, name: id.toUpperCase(), baseUrl: `https://${id}.example`, isSandbox: false }) as TenantProfile;
const glance = (tenantId: string, openedAt: number | null): TenantGlance =>
  ({ tenantId, openedAt }) as TenantGlance;

it('lists the tenants opened last first, each with its link, and none that was never opened', async () => {
  const recent = await recentTenants({
    'tenants.list': async () => ['acme', 'globex', 'never'].map(tenant),
    'overview.tenants': async () => [glance('acme', 1), glance('globex', 2), glance('never', null)],
  });
  const link = (id: string) =>
    `tenant-desk://open/overview?tenant=${encodeURIComponent(`https://${id}.example`)}`;
  expect(recent).toEqual([
    { name: 'GLOBEX', link: link('globex') },
    { name: 'ACME', link: link('acme') },
  ]);
});
