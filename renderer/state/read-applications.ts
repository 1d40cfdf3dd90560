import { rowsOf } from '../../contract/applications/application-table.ts';
import type { ApplicationSummary } from '../../contract/applications/application-summary.ts';
import type { Desk } from '../../contract/bridge/desk.ts';
import type { Snapshot } from '../../contract/schema/snapshot.ts';
import type { Freshness } from './resource.svelte.ts';

/** As much of the desk as is asked. */
interface ReadingDesk {
  readonly applications: Pick<Desk['applications'], 'table'>;
}

/** A list that the page has, and which one it is. */
interface KnownList {
  readonly version: string;
  readonly rows: readonly ApplicationSummary[];
}

/** Of how many tenants the list is minded. */
const maxTenants = 4;

interface Held {
  readonly known: Map<string, KnownList>;
  /** Reads that were begun before the view that wants them is there. */
  readonly ahead: Map<string, Promise<ReadList>>;
}

type ReadList = Snapshot<readonly ApplicationSummary[]>;

interface ListRead {
  readonly tenantId: string;
  readonly freshness: Freshness;
}

const heldBy = new WeakMap<ReadingDesk, Held>();

/**
 * The applications of a tenant in the order of their names. What the page has already is not sent again, and stays the same
 * array, so that whoever made something of it need not make it again.
 */
export function readApplications(desk: ReadingDesk, read: ListRead, signal?: AbortSignal): Promise<ReadList> {
  const { ahead } = heldOf(desk);
  const begun = read.freshness === 'cache-first' ? ahead.get(read.tenantId) : undefined;
  ahead.delete(read.tenantId);
  return begun ?? readNow(desk, read, signal);
}

/** A list that nobody has asked for yet. */
export interface ReadAhead {
  readonly list: Promise<ReadList>;
  /** Nobody is given it from now on; whoever was given it gets it all the same. */
  giveUp(): void;
}

/**
 * Begins to read what the page does not have yet, while the view that shows it is being fetched or nothing else is to be done.
 * Undefined where the page has it, or somebody began before.
 */
export function readApplicationsAhead(desk: ReadingDesk, tenantId: string): ReadAhead | undefined {
  const { known, ahead } = heldOf(desk);
  if (known.has(tenantId) || ahead.has(tenantId)) return undefined;
  const reading = new AbortController();
  const list = readNow(desk, { tenantId, freshness: 'cache-first' }, reading.signal);
  ahead.set(tenantId, list);
  const leave = (): boolean => ahead.get(tenantId) === list && ahead.delete(tenantId);
  // Whoever took it is told; to the next one it would say what was once.
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
  const asked = { tenantId, freshness, ...(known && { known: known.version }) };
  const { data, ...age } = await desk.applications.table(asked, signal && { signal });
  const { version, table } = data;
  const rows = table === undefined ? (known?.rows ?? []) : rowsOf(table);
  // The newest is last, so that the first is the one to forget.
  lists.delete(tenantId);
  lists.set(tenantId, { version, rows });
  const [oldest] = lists.keys();
  if (lists.size > maxTenants && oldest !== undefined) lists.delete(oldest);
  return { ...age, data: rows };
}
