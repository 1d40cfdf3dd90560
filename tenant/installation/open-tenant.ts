import { type RegisteredRoute } from '../http/route-access.ts';
import { DESK_CLIENT_ID } from '../oidc/desk-client.ts';
import { providerRoutes } from '../oidc/oidc-paths.ts';
import { administratorName } from '../organization/organization.ts';
import { seedCore } from './seed-core.ts';
import { createTenantApp } from './tenant-app.ts';
import type { TenantOptions } from './tenant-core.ts';
import { openCore } from './tenant-core.ts';
import { startServices } from './tenant-services.ts';

/** A running tenant. */
export interface OpenTenant {
  readonly name: string;
  readonly baseUrl: string;
  readonly analyticsUrl: string;
  readonly clientId: string;
  /** The admin's user name. */
  readonly username: string;
  /** All routes with their access. */
  readonly routes: readonly RegisteredRoute[];
  /** An access token of the admin, for `--admin-token`. */
  issueAdminToken(): Promise<string>;
  close(): Promise<void>;
}

const PRUNE_EVERY_MS = 10 * 60_000;
/** The lifetime of the underlying grant. */
const ADMIN_TOKEN_SECONDS = 14 * 86_400;

/** Opens a tenant, seeds it the first time, and serves it. */
export async function openTenant(options: TenantOptions): Promise<OpenTenant> {
  const core = await openCore(options);
  seedCore(options, core, options.size);
  const services = startServices(options, core);
  const { app, routes } = createTenantApp(options, core, services);
  const { database, identity } = core;
  const { queries, jobs, delivery } = services;
  await app.ready();

  const pruning = setInterval(() => identity.prune(), PRUNE_EVERY_MS);
  pruning.unref();
  return {
    name: options.name,
    baseUrl: core.baseUrl,
    analyticsUrl: core.context.analyticsUrl,
    clientId: DESK_CLIENT_ID,
    username: administratorName,
    routes: [...routes(), ...providerRoutes()],
    issueAdminToken() {
      const id = database.prepare('SELECT ID FROM User WHERE Username = ?').get(administratorName)?.['ID'];
      return identity.issueAccessToken(String(id), ADMIN_TOKEN_SECONDS);
    },
    async close() {
      clearInterval(pruning);
      options.server.close();
      options.server.closeAllConnections();
      await app.close();
      await delivery.stop();
      queries.stop();
      await jobs.idle();
      database.close();
    },
  };
}
