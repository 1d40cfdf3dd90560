import type { ComparisonRow } from '../../../contract/changes/comparisons.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { ChangeSet, SavedChange } from '../files/change-set-file.ts';
import { changeSetFormat, changeSetVersion, hashOf, tenantOfSet } from '../files/change-set-file.ts';
import type { Within } from '../kind/compared.ts';
import { nameKey } from '../kind/retarget.ts';
import { failure } from '../../platform/errors/failure.ts';
import { freshContext } from '../kind/change-context.ts';
import type { Direction, ReadRow } from './read-row.ts';
import { sourceIdOf, targetIdOf } from './read-row.ts';
import { counted } from '../../../languages/text/intl.ts';

/** Rows that are read at once. */
const atOnce = 8;

export interface ComparisonSetParts {
  readonly direction: Direction;
  readonly read: (row: ComparisonRow) => Promise<ReadRow>;
  readonly createdBy: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly call: CallContext;
}

/**
 * The change that gives the target what the source has of these rows, as a change set of the source: applying it to the target
 * matches the items by name. Throws `invalid-input` if none of them exists in the source.
 */
export async function changeSetFromComparison(
  rows: readonly ComparisonRow[],
  parts: ComparisonSetParts,
): Promise<ChangeSet> {
  const { direction, createdBy, createdAt, call } = parts;
  const all: RowChange[] = [];
  for (let at = 0; at < rows.length; at += atOnce) {
    call.signal.throwIfAborted();
    const chunk = rows.slice(at, at + atOnce);
    all.push(...(await Promise.all(chunk.map((row) => changeOf(row, parts)))).flat());
  }
  const changes = addedWithTheirs(all);
  if (changes.length === 0) {
    throw failure(
      'invalid-input',
      `${direction.source.name} no longer has any of them, or they can’t be copied.`,
    );
  }
  return {
    format: changeSetFormat,
    version: changeSetVersion,
    title: `${counted(all.length, 'difference')} between ${direction.source.name} and ${direction.target.name}`,
    createdAt: new Date(createdAt).toISOString(),
    createdBy,
    tenant: tenantOfSet(direction.source),
    changes,
  };
}

interface RowChange {
  readonly change: SavedChange;
  /** Set if it can be added as part of another change of the set. */
  readonly within: Within<unknown> | undefined;
  /** The ID of the item in the tenant that it comes from. */
  readonly sourceId: string;
}

/**
 * An item that belongs to an item which the set adds is added with it, because nothing else can refer to that one before it
 * exists. If the target doesn't have the owner and the set doesn't add it, retargeting reports that.
 */
function addedWithTheirs(all: readonly RowChange[]): SavedChange[] {
  const changes = all.map(({ change }) => change);
  const keyOf = (kind: string, name: string): string => `${kind}\n${nameKey(name)}`;
  const additions = Map.groupBy(
    changes.keys().filter((at) => changes[at]?.targetId === null),
    (at) => keyOf(changes[at]?.kind ?? '', changes[at]?.name ?? ''),
  );
  const isAdded = all.map(({ change, within, sourceId }) => {
    const found = within && additions.get(keyOf(within.kind, within.nameOf(change.wanted)));
    const [at] = found ?? [];
    const addition = at === undefined ? undefined : changes[at];
    // With two of the same name, it isn't known which one is meant.
    if (within === undefined || found?.length !== 1 || at === undefined || addition === undefined)
      return false;
    changes[at] = { ...addition, wanted: within.add(addition.wanted, sourceId) as SavedChange['wanted'] };
    return true;
  });
  return changes.filter((_change, at) => isAdded[at] !== true);
}

async function changeOf(
  row: ComparisonRow,
  { direction, read, call }: ComparisonSetParts,
): Promise<RowChange[]> {
  if (row.stays !== '') return [];
  const { kind, records, isSourceCached, isTargetCached } = await read(row);
  const sourceId = sourceIdOf(row, direction);
  if (records.source === undefined || sourceId === null) return [];
  const { source, target } = direction;
  // The states themselves, with the placeholders of each tenant, because those of the comparison belong to neither.
  const stateOf = async (isCached: boolean, id: string | null, tenant: typeof source): Promise<unknown> =>
    isCached || id === null ? undefined : await kind.read(id, freshContext(tenant, call));
  const targetId = targetIdOf(row, direction);
  const [mine, theirs] = await Promise.all([
    stateOf(isSourceCached, sourceId, source),
    records.target === undefined ? undefined : stateOf(isTargetCached, targetId, target),
  ]);
  const { base, wanted } = kind.compared.carry({ source: mine, target: theirs }, records);
  const change: SavedChange = {
    kind: kind.name,
    kindVersion: kind.version,
    targetId: base === null ? null : (targetId ?? sourceId),
    title: `${base === null ? 'Create' : 'Change'} ${kind.noun.one}`,
    name: row.name,
    difference: [],
    base: base as SavedChange['base'],
    baseHash: hashOf(base),
    wanted: wanted as SavedChange['wanted'],
  };
  return [{ change, within: kind.compared.within, sourceId }];
}
