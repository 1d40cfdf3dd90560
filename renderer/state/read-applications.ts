import { rowsOf } from '../../contract/applications/application-table.ts';
import type { ApplicationSummary } from '../../contract/applications/application-summary.ts';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { Snapshot } from '../../contract/schema/snapshot.ts';
import type { Freshness } from './resource.svelte.ts';

/** The methods of the bridge that are used. */
interface ReadingDesk {
  readonly applications: Pick<Desk['applications'], 'table'>;
}

/** A list that the page has, and its version. */
interface KnownList {
  readonly version: string;
  readonly rows: readonly ApplicationSummary[];
}

/** Of how many tenants the list is cached. */
const maxTenants = 4;

interface Held {
  readonly known: Map<string, KnownList>;
  /** Reads that were started before the view that needs them is there. */
  readonly ahead: Map<string, Promise<ReadList>>;
}

type ReadList = Snapshot<readonly ApplicationSummary[]>;

interface ListRead {
  readonly tenantId: string;
  readonly freshness: Freshness;
}

const heldBy = new WeakMap<ReadingDesk, Held>();

/**
 * The applications of a tenant sorted by name. A list that the page already has is not sent again and stays the same
 * array, so that values derived from it need not be computed again.
 */
export function readApplications(desk: ReadingDesk, read: ListRead, signal?: AbortSignal): Promise<ReadList> {
  const { ahead } = heldOf(desk);
  const begun = read.freshness === 'cache-first' ? ahead.get(read.tenantId) : undefined;
  ahead.delete(read.tenantId);
  return begun ?? readNow(desk, read, signal);
}

/** A list that was read ahead. */
export interface ReadAhead {
  readonly list: Promise<ReadList>;
  /** No longer handed out from now on; earlier callers still get it. */
  giveUp(): void;
}

/**
 * Starts reading what the page does not have yet, while the view that shows it is loading or the window is idle.
 * Undefined if the page has it, or it was started before.
 */
export function readApplicationsAhead(desk: ReadingDesk, tenantId: string): ReadAhead | undefined {
  const { known, ahead } = heldOf(desk);
  if (known.has(tenantId) || ahead.has(tenantId)) return undefined;
  const reading = new AbortController();
  const list = readNow(desk, { tenantId, freshness: 'cache-first' }, reading.signal);
  ahead.set(tenantId, list);
  const leave = (): boolean => ahead.get(tenantId) === list && ahead.delete(tenantId);
  // Its caller handles the error; for later ones the list would be outdated.
  list.catch(leave);
  return {
    list,
    giveUp() {
      if (leave()) reading.abort();
    },
  };
}

function heldOf(desk: ReadingDesk): Held {
  const held = heldBy.get(desk) ?? { known: new Map(), ahead: new Map() };
  heldBy.set(desk, held);
  return held;
}

async function readNow(
  desk: ReadingDesk,
  { tenantId, freshness }: ListRead,
  signal?: AbortSignal,
): Promise<ReadList> {
  const lists = heldOf(desk).known;
  const known = lists.get(tenantId);
  const requests = { tenantId, freshness, ...(known && { known: known.version }) };
  const { data, ...age } = await desk.applications.table(requests, signal && { signal });
  const { version, table } = data;
  const rows = table === undefined ? (known?.rows ?? []) : rowsOf(table);
  // The newest is last, so that the first is the one to drop.
  lists.delete(tenantId);
  lists.set(tenantId, { version, rows });
  const [oldest] = lists.keys();
  if (lists.size > maxTenants && oldest !== undefined) lists.delete(oldest);
  return { ...age, data: rows };
}
