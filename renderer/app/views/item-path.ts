import { tenantPath } from '../../state/router.svelte.ts';
import type { Route } from '../../state/router.svelte.ts';
import { tenantViews } from './views.ts';

/** The URL of the open item, without what of it is shown; undefined if none is open. */
export function itemPath(route: Route): string | undefined {
  if (route.scope !== 'tenant') return undefined;
  const item = tenantViews.find(({ id }) => id === route.view)?.itemOf?.(route.rest);
  return item === undefined ? undefined : tenantPath(route.tenantId, route.view, ...item);
}
