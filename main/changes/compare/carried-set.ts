import type { ComparisonRow } from '../../../contract/comparisons.ts';
import type { CallContext } from '../../../contract/methods.ts';
import { counted } from '../../../contract/counted.ts';
import type { ChangeSet, SavedChange } from '../change-sets/change-set-file.ts';
import { changeSetFormat, changeSetVersion, hashOf, tenantOfSet } from '../change-sets/change-set-file.ts';
import { failure } from '../../platform/failure.ts';
import { contextOf } from './compare-source.ts';
import type { Direction, ReadRow } from './read-row.ts';
import { targetIdOf } from './read-row.ts';

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
export async function carriedSet(rows: readonly ComparisonRow[], parts: CarriedSetParts): Promise<ChangeSet> {
  const { direction, createdBy, createdAt, call } = parts;
  const changes: SavedChange[] = [];
  for (let at = 0; at < rows.length; at += atOnce) {
    call.signal.throwIfAborted();
    const chunk = rows.slice(at, at + atOnce);
    changes.push(...(await Promise.all(chunk.map((row) => changeOf(row, parts)))).flat());
  }
  if (changes.length === 0) {
    throw failure(
      'invalid-input',
      `${direction.source.name} has none of them any longer, or they cannot be carried over.`,
    );
  }
  return {
    format: changeSetFormat,
    version: changeSetVersion,
    title: `${counted(changes.length, 'difference')} between ${direction.source.name} and ${direction.target.name}`,
    createdAt: new Date(createdAt).toISOString(),
    createdBy,
    tenant: tenantOfSet(direction.source),
    changes,
  };
}

async function changeOf(
  row: ComparisonRow,
  { direction, read, call }: CarriedSetParts,
): Promise<SavedChange[]> {
  if (row.stays !== '') return [];
  const { kind, records, isSourceKept, isTargetKept } = await read(row);
  if (records.source === undefined) return [];
  const { source, target } = direction;
  // The states themselves, with placeholders of their own tenants: those of the comparison belong to none.
  const stateOf = async (isKept: boolean, id: string | null, tenant: typeof source): Promise<unknown> =>
    isKept || id === null ? undefined : await kind.read(id, contextOf(tenant, call));
  const sourceId = direction.isSwapped ? row.secondId : row.firstId;
  const targetId = targetIdOf(row, direction);
  const [mine, theirs] = await Promise.all([
    stateOf(isSourceKept, sourceId, source),
    records.target === undefined ? undefined : stateOf(isTargetKept, targetId, target),
  ]);
  const { base, wanted } = kind.compared.carry({ source: mine, target: theirs }, records);
  return [
    {
      kind: kind.name,
      kindVersion: kind.version,
      targetId: base === null ? null : (targetId ?? sourceId),
      title: `${base === null ? 'Create' : 'Change'} ${kind.noun.one}`,
      name: row.name,
      difference: [],
      base: base as SavedChange['base'],
      baseHash: hashOf(base),
      wanted: wanted as SavedChange['wanted'],
    },
  ];
}
