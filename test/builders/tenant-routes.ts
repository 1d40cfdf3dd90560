import { join } from 'node:path';
import { listen } from '../../tenant/server/listen.ts';
import type { RegisteredRoute } from '../../tenant/http/route-access.ts';
import { openInstallation } from '../../tenant/installation/installation.ts';
import { openTenant } from '../../tenant/installation/open-tenant.ts';

/** All routes of an embedded tenant, from its router and its provider. */
export async function tenantRoutes(): Promise<readonly RegisteredRoute[]> {
  const installation = openInstallation(undefined);
  const { server, port } = await listen(0);
  const tenant = await openTenant({
    id: 'sandbox-staging',
    name: 'Sandbox Staging',
    number: 1,
    server,
    port,
    folder: join(installation.folder, 'sandbox-staging'),
    size: { applications: 0, events: 0 },
    installation: installation.keys,
    password: installation.password,
    startQueryRunner() {
      throw new Error('Listing the routes runs no query.');
    },
    queryTimeoutSeconds: 1,
    smtpUrl: undefined,
  });
  await tenant.close();
  installation.dispose();
  return tenant.routes;
}
