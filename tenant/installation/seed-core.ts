import { randomBytes } from 'node:crypto';
import { seedRules } from '../analytics/index.ts';
import { setPasswordOfAll } from '../oidc/passwords.ts';
import { seedTenant, type SeedSize } from '../seed/seed-tenant.ts';
import { inTransaction } from '../store/open-database.ts';
import type { TenantCore, TenantOptions } from './tenant-core.ts';

/** Adds this much data to a tenant, plus the initial data the first time. */
export function seedCore(options: TenantOptions, core: TenantCore, size: SeedSize): void {
  const { database, settings, applications, config, baseUrl, context, identity } = core;
  seedTenant(
    {
      database,
      settings,
      applications,
      config,
      tenantName: options.name,
      baseUrl,
      seed: options.number * 7919,
      now: Date.now(),
      newSecret: () => randomBytes(24).toString('base64url'),
      seedAnalytics: () => seedRules(context),
    },
    size,
  );
  inTransaction(database, () => {
    if (setPasswordOfAll(database, options.password, randomBytes(16))) identity.signOutAllUsers();
  });
}
