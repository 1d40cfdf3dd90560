import type { Desk } from '../../../contract/bridge/desk.ts';
import { jobLibrary } from '../../../contract/jobs/job-library.ts';
import { procedureLibrary } from '../../../contract/procedures/procedure-library.ts';
import type { Freshness } from '../../state/resource.svelte.ts';
import { readApplications } from '../../state/read-applications.ts';
import { parseRoute } from '../../state/router.svelte.ts';
import type { TenantView } from '../../state/view-ids.ts';
import { views } from '../views/views.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

type ReadNames = (desk: Desk, tenantId: string, freshness: Freshness) => Promise<readonly Named[]>;

/** The names of the items of each view. */
const readers: Readonly<Partial<Record<TenantView, ReadNames>>> = {
  applications: async (desk, tenantId, freshness) =>
    (await readApplications(desk, { tenantId, freshness })).data,
  webhooks: async (desk, tenantId, freshness) => (await desk.webhooks.list({ tenantId, freshness })).data,
  roles: async (desk, tenantId, freshness) => (await desk.roles.list({ tenantId, freshness })).data,
  procedures: async (desk, tenantId) => [
    ...procedureLibrary,
    ...jobLibrary,
    ...(await desk.procedures.own({ tenantId })),
  ],
  queries: async (desk, tenantId) => (await desk.queryLibrary.list({ tenantId })).queries,
};

/** A pinned item, with what its list says. */
export interface PinnedItem {
  readonly path: string;
  readonly view: TenantView;
  /** Undefined if its list couldn't be read, or doesn't have it. */
  readonly name: string | undefined;
  /** It is on no list: it was deleted. */
  readonly isMissing: boolean;
}

/** The view and the ID that a URL names; undefined if it is not of an item. */
export function pinnedTarget(path: string): { readonly view: TenantView; readonly id: string } | undefined {
  const route = parseRoute(path, views);
  const id = route.rest.at(-1);
  return route.scope === 'tenant' && id !== undefined ? { view: route.view, id } : undefined;
}

/**
 * The pinned items with their names, from cached lists if these have them. An item that isn't in the cached list may be
 * new: `asksTenant` reads that list again. Never rejects: items of a list that can't be read have no name.
 */
export async function readPinned(
  desk: Desk,
  { tenantId, paths, asksTenant }: PinnedRead,
): Promise<readonly PinnedItem[]> {
  const targets = paths.flatMap((path) => {
    const target = pinnedTarget(path);
    return target === undefined ? [] : [{ path, ...target }];
  });
  const names = new Map<TenantView, ReadonlyMap<string, string> | undefined>();
  for (const view of new Set(targets.map((target) => target.view))) {
    const ids = targets.filter((target) => target.view === view).map(({ id }) => id);
    names.set(view, await namesOf(desk, { tenantId, asksTenant, view, ids }));
  }
  return targets.map(({ path, view, id }) => {
    const known = names.get(view);
    const name = known?.get(id);
    return { path, view, name, isMissing: known !== undefined && name === undefined };
  });
}

interface PinnedRead {
  readonly tenantId: string;
  readonly paths: readonly string[];
  /** False while signed out: then only what is cached is read. */
  readonly asksTenant: boolean;
}

interface NamesRead extends Omit<PinnedRead, 'paths'> {
  readonly view: TenantView;
  readonly ids: readonly string[];
}

async function namesOf(
  desk: Desk,
  { tenantId, asksTenant, view, ids }: NamesRead,
): Promise<ReadonlyMap<string, string> | undefined> {
  const read = readers[view];
  if (read === undefined) return undefined;
  const mapOf = async (freshness: Freshness) =>
    new Map((await read(desk, tenantId, freshness)).map(({ id, name }) => [id, name]));
  try {
    const cached = await mapOf('cache-first');
    const isComplete = ids.every((id) => cached.has(id));
    return isComplete || !asksTenant ? cached : await mapOf('tenant-first');
  } catch {
    return undefined;
  }
}
