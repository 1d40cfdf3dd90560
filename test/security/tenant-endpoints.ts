import { tenantRoutes } from '../builders/tenant-routes.ts';
import type { TenantAddress } from '../integration/tenant-process.ts';

/** An endpoint of the embedded tenant that needs an access token. */
export interface Endpoint {
  readonly api: 'management' | 'analytics' | 'sandbox';
  readonly method: string;
  /** As the route is written, with `:id` for anything. */
  readonly path: string;
}

const ANALYTICS = '/analytics/services/v1.0';
const SANDBOX = '/sandbox';

/**
 * All of them, as the tenant registers them: a new one is included, whether its author thinks of its scope or
 * not.
 */
export async function tenantEndpoints(): Promise<readonly Endpoint[]> {
  const routes = await tenantRoutes();
  return routes
    .filter(({ access, method }) => access.kind === 'token' && method !== 'HEAD')
    .map(({ method, path }): Endpoint => {
      if (path.startsWith(ANALYTICS)) return { api: 'analytics', method, path: path.slice(ANALYTICS.length) };
      if (path.startsWith(SANDBOX)) return { api: 'sandbox', method, path: path.slice(SANDBOX.length) };
      return { api: 'management', method, path };
    });
}

export function addressOf({ api, path }: Endpoint, { baseUrl, analyticsUrl }: TenantAddress): string {
  const filled = path.replaceAll(/:\w+/g, 'anything');
  const prefix = { management: baseUrl, analytics: analyticsUrl, sandbox: `${baseUrl}${SANDBOX}` }[api];
  return `${prefix}${filled}`;
}
