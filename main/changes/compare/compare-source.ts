import { DeskFailure, toDeskError } from '../../../contract/errors/desk-failure.ts';
import { allowsCache, isTenantWide } from '../../../contract/errors/errors.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import type { ComparedKind, ComparisonRow, Difference } from '../../../contract/changes/comparisons.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { createYielder } from '../../platform/timing/yielder.ts';
import type { ComparedSource, ComparedItem } from '../kind/compared.ts';
import { freshContext } from '../kind/change-context.ts';
import type { RegisteredComparable } from '../kind/registered-comparable.ts';
import type { RegisteredItemKind } from '../kind/registered-kind.ts';
import { counted, formatNumber } from '../../../languages/text/intl.ts';
import { matchItems } from './match-items.ts';

/** A kind that is compared. */
export type ComparedItemKind = RegisteredItemKind & { readonly compared: RegisteredComparable };

export interface SourceComparing {
  readonly kinds: readonly ComparedItemKind[];
  readonly first: TenantProfile;
  readonly second: TenantProfile;
  readonly call: CallContext;
  readonly isSignedIn: (tenantId: string) => boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onProgress: (done: number, total: number | null) => void;
}

/** The result of comparing the kinds of one source. */
export interface ComparedSourceResult {
  readonly kinds: readonly ComparedKind[];
  readonly rows: readonly ComparisonRow[];
}

/** The items of a tenant, and how to read one. */
export interface TenantItems {
  readonly items: readonly ComparedItem[];
  readonly readAt: number;
  readonly isCached: boolean;
  record(item: ComparedItem): Promise<unknown>;
}

/** Pairs that are read at once. */
const atOnce = 8;

/** Compares the kinds that share a source. Records are released as soon as they are compared. */
export async function compareSource(comparing: SourceComparing): Promise<ComparedSourceResult> {
  const { kinds, first, second, onProgress } = comparing;
  const [kind] = kinds;
  if (kind === undefined) return { kinds: [], rows: [] };
  onProgress(0, null);
  const sides = await Promise.all([
    tryToList(kind.compared.source, first, comparing),
    tryToList(kind.compared.source, second, comparing),
  ]);
  const [one, other] = sides;
  if (!('items' in one) || !('items' in other)) {
    const failures = sides.flatMap((side, index) =>
      'items' in side ? [] : [{ tenantId: (index === 0 ? first : second).id, error: side.error }],
    );
    return { kinds: kinds.map((each) => describeKind(each, sides, [], failures)), rows: [] };
  }
  const matched = matchItems(one.items, other.items);
  const listed = kinds.flatMap((each) => [
    ...(each.compared.isOfBoth
      ? []
      : [
          ...matched.onlyFirst.map((item) => rowOf(each, { difference: 'first', first: item })),
          ...matched.onlySecond.map((item) => rowOf(each, { difference: 'second', second: item })),
          ...matched.unclear.flatMap((group) => unclearRows(each, group, comparing)),
        ]),
  ]);
  try {
    const compared = await comparePairs(comparing, matched.pairs, { one, other });
    const rows = [...listed, ...compared];
    return { kinds: kinds.map((each) => describeKind(each, sides, rows, [])), rows };
  } catch (thrown) {
    if (!(thrown instanceof PairFailure)) throw thrown;
    const failures = [{ tenantId: thrown.tenantId, error: thrown.error }];
    return { kinds: kinds.map((each) => describeKind(each, sides, [], failures)), rows: [] };
  }
}

/** A record couldn't be read, so the following ones can't be either. */
class PairFailure extends Error {
  readonly tenantId: string;
  readonly error: DeskError;

  constructor(tenantId: string, error: DeskError) {
    super(error.message);
    this.tenantId = tenantId;
    this.error = error;
  }
}

async function tryToList(
  source: ComparedSource<unknown>,
  tenant: TenantProfile,
  reading: SideReading,
): Promise<TenantItems | { readonly error: DeskError }> {
  try {
    return await itemsOfTenant(source, tenant, reading);
  } catch (thrown) {
    if (reading.call.signal.aborted) throw thrown;
    return { error: toDeskError(thrown) };
  }
}

export interface SideReading {
  readonly call: CallContext;
  readonly isSignedIn: (tenantId: string) => boolean;
  readonly now: () => number;
}

/** All items of a tenant, or the cached ones if it is unavailable. Throws what the read throws. */
export async function itemsOfTenant(
  source: ComparedSource<unknown>,
  tenant: TenantProfile,
  { call, isSignedIn, now }: SideReading,
): Promise<TenantItems> {
  const cached = (): TenantItems | undefined => {
    const found = source.cached(tenant);
    return (
      found && {
        items: found.items,
        readAt: found.readAt,
        isCached: true,
        record: async (item) => found.record(item),
      }
    );
  };
  if (!isSignedIn(tenant.id)) {
    const found = cached();
    if (found !== undefined) return found;
  }
  try {
    const items = await source.list(freshContext(tenant, call));
    // Each record is read separately, so that none is in memory longer than it is compared.
    return {
      items,
      readAt: now(),
      isCached: false,
      record: (item) => source.read(item, freshContext(tenant, call)),
    };
  } catch (thrown) {
    const found =
      thrown instanceof DeskFailure && allowsCache(thrown.code) && !call.signal.aborted
        ? cached()
        : undefined;
    if (found === undefined) throw thrown;
    return found;
  }
}

type Pair = { readonly first: ComparedItem; readonly second: ComparedItem };

async function comparePairs(
  comparing: SourceComparing,
  pairs: readonly Pair[],
  sides: { readonly one: TenantItems; readonly other: TenantItems },
): Promise<readonly ComparisonRow[]> {
  const { onProgress, call } = comparing;
  const yielder = createYielder();
  const rows: ComparisonRow[][] = [];
  let next = 0;
  let done = 0;
  onProgress(0, pairs.length);
  const work = async (): Promise<void> => {
    for (let index = next++; index < pairs.length; index = next++) {
      const pair = pairs[index];
      if (pair === undefined) return;
      call.signal.throwIfAborted();
      rows[index] = await comparePair(comparing, pair, sides);
      onProgress((done += 1), pairs.length);
      if (yielder.isOver()) await yielder.rest();
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, pairs.length) }, work));
  } finally {
    // If one fails, the others stop at their next pair.
    next = pairs.length;
  }
  return rows.flat();
}

async function comparePair(
  { kinds, first, second, call }: SourceComparing,
  pair: Pair,
  { one, other }: { readonly one: TenantItems; readonly other: TenantItems },
): Promise<ComparisonRow[]> {
  const unclear = (summary: string): ComparisonRow[] =>
    kinds.map((kind) => rowOf(kind, { ...pair, difference: 'unclear', summary }));
  const read = async (side: TenantItems, item: ComparedItem, tenant: TenantProfile) => {
    try {
      return { record: await side.record(item) };
    } catch (thrown) {
      if (call.signal.aborted) throw thrown;
      const error = toDeskError(thrown);
      if (isTenantWide(error.code) || error.retryable) throw new PairFailure(tenant.id, error);
      return { why: `${tenant.name}: ${error.message}` };
    }
  };
  const [mine, theirs] = await Promise.all([read(one, pair.first, first), read(other, pair.second, second)]);
  if (mine.why !== undefined || theirs.why !== undefined) return unclear(mine.why ?? theirs.why ?? '');
  if (mine.record === undefined || theirs.record === undefined) {
    const { name } = mine.record === undefined ? first : second;
    return unclear(`${name} has no cached copy of it.`);
  }
  const records = {
    source: mine.record,
    target: theirs.record,
    from: { tenant: first, other: second, as: second },
    to: { tenant: second, other: first, as: second },
    isOneKey: !one.isCached && !other.isCached,
  };
  return kinds.map((kind) => {
    const notCached = [
      ...(kind.compared.isReadable(mine.record) ? [] : [first.name]),
      ...(kind.compared.isReadable(theirs.record) ? [] : [second.name]),
    ];
    if (notCached.length > 0) {
      const summary = `Not cached for ${notCached.join(' and ')}.`;
      return rowOf(kind, { ...pair, difference: 'unclear', summary });
    }
    const { summary, notCompared, isTransferable } = kind.compared.compare(records);
    return rowOf(kind, {
      ...pair,
      difference: summary === '' ? 'same' : 'different',
      summary,
      notCompared,
      ...(summary === '' || isTransferable
        ? {}
        : { stays: 'Only secrets differ, and these aren’t copied: enter them there.' }),
    });
  });
}

interface RowParts {
  readonly difference: Difference;
  readonly first?: ComparedItem;
  readonly second?: ComparedItem;
  readonly summary?: string;
  readonly notCompared?: readonly string[];
  readonly stays?: string;
}

function rowOf(
  { name: kind }: RegisteredItemKind,
  { difference, first, second, summary = '', notCompared = [], stays }: RowParts,
): ComparisonRow {
  const item = first ?? second;
  return {
    id: JSON.stringify([kind, first?.id ?? null, second?.id ?? null]),
    kind,
    name: item?.name ?? '',
    about: item?.variant ?? '',
    difference,
    summary,
    notCompared: [...notCompared],
    stays: stays ?? first?.stays ?? second?.stays ?? '',
    firstId: first?.id ?? null,
    secondId: second?.id ?? null,
  };
}

function unclearRows(
  kind: RegisteredItemKind,
  group: { readonly first: readonly ComparedItem[]; readonly second: readonly ComparedItem[] },
  { first, second }: SourceComparing,
): ComparisonRow[] {
  const summary = `${counted(group.first.length, 'one')} with this name in ${first.name}, ${formatNumber(group.second.length)} in ${second.name}: they can’t be matched.`;
  return [
    ...group.first.map((item) => rowOf(kind, { difference: 'unclear', first: item, summary })),
    ...group.second.map((item) => rowOf(kind, { difference: 'unclear', second: item, summary })),
  ];
}

function describeKind(
  { name: kind, noun }: RegisteredItemKind,
  sides: readonly (TenantItems | { readonly error: DeskError })[],
  rows: readonly ComparisonRow[],
  failures: ComparedKind['failures'],
): ComparedKind {
  const [first = null, second = null] = sides.map((side) =>
    'items' in side ? { readAt: side.readAt, isCached: side.isCached } : null,
  );
  const counts = { first: 0, second: 0, different: 0, unclear: 0, same: 0 };
  for (const row of rows) if (row.kind === kind) counts[row.difference] += 1;
  return { kind, noun: { ...noun }, first, second, counts, failures };
}
