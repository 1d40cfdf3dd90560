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

export interface CarriedSetParts {
  readonly direction: Direction;
  readonly read: (row: ComparisonRow) => Promise<ReadRow>;
  readonly createdBy: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly call: CallContext;
}

/**
 * What would make the target have what the source has of these rows, as a change-set of the source: its carrying over finds the
 * things again by name. Throws `invalid-input` where nothing of them is in the source.
 */
export async function changeSetFromComparison(
  rows: readonly ComparisonRow[],
  parts: CarriedSetParts,
): Promise<ChangeSet> {
  const { direction, createdBy, createdAt, call } = parts;
  const all: CarriedChange[] = [];
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

interface CarriedChange {
  readonly change: SavedChange;
  /** Where it goes with another change of the set. */
  readonly within: Within<unknown> | undefined;
  /** Of the thing, in the tenant that it comes from. */
  readonly sourceId: string;
}

/**
 * What belongs to a thing that the set adds is added with it: nothing else can name it before it is there. Of what belongs to a
 * thing that the target has not and the set does not add, the carrying over says so.
 */
function addedWithTheirs(all: readonly CarriedChange[]): SavedChange[] {
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
    // Of two of one name it is not known which is meant.
    if (within === undefined || found?.length !== 1 || at === undefined || addition === undefined)
      return false;
    changes[at] = { ...addition, wanted: within.add(addition.wanted, sourceId) as SavedChange['wanted'] };
    return true;
  });
  return changes.filter((_change, at) => isAdded[at] !== true);
}

async function changeOf(
  row: ComparisonRow,
  { direction, read, call }: CarriedSetParts,
): Promise<CarriedChange[]> {
  if (row.stays !== '') return [];
  const { kind, records, isSourceCached, isTargetCached } = await read(row);
  const sourceId = sourceIdOf(row, direction);
  if (records.source === undefined || sourceId === null) return [];
  const { source, target } = direction;
  // The states themselves, with placeholders of their own tenants: those of the comparison belong to none.
  const stateOf = async (isKept: boolean, id: string | null, tenant: typeof source): Promise<unknown> =>
    isKept || id === null ? undefined : await kind.read(id, freshContext(tenant, call));
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
