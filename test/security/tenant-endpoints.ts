import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TenantAddress } from '../integration/tenant-process.ts';

const root = join(import.meta.dirname, '../../tenant');

/** An endpoint of the embedded tenant that needs an access token. */
export interface Endpoint {
  readonly api: 'management' | 'analytics' | 'sandbox';
  readonly method: string;
  /** As the route is written, `:id` standing for anything. */
  readonly path: string;
}

/**
 * All of them, as they are written in the tenant's source: one that is added tomorrow is in it, whether somebody thinks of
 * its scope or not.
 */
export function tenantEndpoints(): readonly Endpoint[] {
  const operations = textsOf('management', 'jobs', 'query').flatMap((text) =>
    [...text.matchAll(/path: '(\/[A-Za-z]+\/[A-Za-z]+)'/g)].map(([, path = '']): Endpoint => ({
      api: 'management',
      method: 'POST',
      path,
    })),
  );
  return [
    ...operations,
    ...routesOf('analytics', textsOf('analytics')),
    ...routesOf('sandbox', [readFileSync(join(root, 'sandbox/control-routes.ts'), 'utf8')]),
  ];
}

export function addressOf({ api, path }: Endpoint, { baseUrl, analyticsUrl }: TenantAddress): string {
  const filled = path.replaceAll(/:\w+/g, 'anything');
  const prefix = { management: baseUrl, analytics: analyticsUrl, sandbox: `${baseUrl}/sandbox` }[api];
  return `${prefix}${filled}`;
}

function routesOf(api: Endpoint['api'], texts: readonly string[]): readonly Endpoint[] {
  return texts.flatMap((text) =>
    [...text.matchAll(/scope\.(get|post|delete|put|patch)(?:<[^(]*>)?\('(\/[^']*)'/g)].map(
      ([, method = '', path = '']): Endpoint => ({ api, method: method.toUpperCase(), path }),
    ),
  );
}

function textsOf(...folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
}
