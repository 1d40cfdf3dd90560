import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failure } from '../platform/errors/failure.ts';

/**
 * A file or folder beside the bundle of the command: the first of these relative paths that exists. `what` names it in the error of
 * an installation that lacks it.
 */
export function besideBundle(what: string, paths: readonly string[]): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const found = paths.map((path) => join(here, path)).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw failure('file-unreadable', `${what} is missing. Install tdesk again.`);
}

/** The embedded tenant: built in a clone and in the package. In a clone also from its source. */
export const findTenantEntry = (): string =>
  besideBundle('The embedded tenant', ['../tenant/index.js', '../../tenant/index.ts']);

/** The page of the browser mode. */
export const findRendererFolder = (): string => besideBundle('The page', ['../renderer']);
