import { rowsOf } from '../../../contract/application-table.ts';
import type { ApplicationSummary } from '../../../contract/applications.ts';
import type { Desk } from '../../../contract/desk.ts';
import type { Snapshot } from '../../../contract/snapshot.ts';
import type { Freshness } from './resource.svelte.ts';

type ReadingDesk = Pick<Desk, 'applications'>;

/** A list that the page has, and which one it is. */
interface KnownList {
  readonly version: string;
  readonly rows: readonly ApplicationSummary[];
}

/** Of how many tenants the list is minded. */
const mostTenants = 4;

const knownLists = new WeakMap<ReadingDesk, Map<string, KnownList>>();

/**
 * The applications of a tenant in the order of their names. What the page has already is not sent again, and stays the same
 * array, so that whoever made something of it need not make it again.
 */
export async function readApplications(
  desk: ReadingDesk,
  { tenantId, freshness }: { readonly tenantId: string; readonly freshness: Freshness },
  signal?: AbortSignal,
): Promise<Snapshot<readonly ApplicationSummary[]>> {
  const lists = knownLists.get(desk) ?? new Map<string, KnownList>();
  knownLists.set(desk, lists);
  const known = lists.get(tenantId);
  const asked = { tenantId, freshness, ...(known && { known: known.version }) };
  const { data, ...age } = await desk.applications.table(asked, signal && { signal });
  const { version, table } = data;
  const rows = table === undefined ? (known?.rows ?? []) : rowsOf(table);
  // The newest is last, so that the first is the one to forget.
  lists.delete(tenantId);
  lists.set(tenantId, { version, rows });
  const [oldest] = lists.keys();
  if (lists.size > mostTenants && oldest !== undefined) lists.delete(oldest);
  return { ...age, data: rows };
}
