import type { ComparisonRow } from '../../../contract/changes/comparisons.ts';
import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { ComparedItem } from '../kind/compared.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { ComparedRecords } from '../kind/registered-comparable.ts';
import type { ComparedItemKind, SideReading, TenantItems } from './compare-source.ts';
import { itemsOfTenant } from './compare-source.ts';
import type { HeldComparison } from './comparisons.ts';

export interface RowReading extends Omit<SideReading, 'call'> {
  readonly kinds: KindTable;
}

/** The two tenants as source and target. */
export interface Direction {
  readonly source: TenantProfile;
  readonly target: TenantProfile;
  /** True if the source is the second tenant of the comparison. */
  readonly isSwapped: boolean;
}

export interface ReadRow {
  readonly kind: ComparedItemKind;
  readonly row: ComparisonRow;
  readonly records: ComparedRecords;
  /** Whether each record was read from the cache. */
  readonly isSourceCached: boolean;
  readonly isTargetCached: boolean;
}

export function directionOf(
  { firstId, secondId }: HeldComparison,
  targetId: string,
  tenantOf: (id: string) => TenantProfile,
): Direction {
  if (targetId !== firstId && targetId !== secondId) {
    throw failure('invalid-input', 'This tenant isn’t part of the comparison.');
  }
  const [source, target] = [tenantOf(targetId === firstId ? secondId : firstId), tenantOf(targetId)];
  return { source, target, isSwapped: targetId === firstId };
}

export const sourceIdOf = (row: ComparisonRow, { isSwapped }: Direction): string | null =>
  isSwapped ? row.secondId : row.firstId;

export const targetIdOf = (row: ComparisonRow, { isSwapped }: Direction): string | null =>
  isSwapped ? row.firstId : row.secondId;

/** Reads rows again, each tenant's list once per kind. An item that no longer exists has no record. */
export function createRowReader(
  { kinds, isSignedIn, now }: RowReading,
  direction: Direction,
  call: CallContext,
): (row: ComparisonRow) => Promise<ReadRow> {
  const lists = new Map<string, Promise<TenantItems>>();
  const listOf = (kind: ComparedItemKind, tenant: TenantProfile): Promise<TenantItems> => {
    const key = `${kind.name}\n${tenant.id}`;
    const known = lists.get(key) ?? itemsOfTenant(kind.compared.source, tenant, { call, isSignedIn, now });
    lists.set(key, known);
    return known;
  };
  const indexes = new Map<TenantItems, ReadonlyMap<string, ComparedItem>>();
  const recordOf = async (items: TenantItems, id: string | null): Promise<unknown> => {
    const index = indexes.get(items) ?? new Map(items.items.map((item) => [item.id, item]));
    indexes.set(items, index);
    const item = id === null ? undefined : index.get(id);
    return item === undefined ? undefined : await items.record(item);
  };
  return async (row) => {
    const kind = kinds.itemKind(row.kind);
    if (kind.compared === undefined) throw failure('invalid-input', `${kind.noun.one} can’t be compared.`);
    const comparedKind = { ...kind, compared: kind.compared };
    const { source, target } = direction;
    const [sources, targets] = await Promise.all([
      listOf(comparedKind, source),
      listOf(comparedKind, target),
    ]);
    const [mine, theirs] = await Promise.all([
      recordOf(sources, sourceIdOf(row, direction)),
      recordOf(targets, targetIdOf(row, direction)),
    ]);
    return {
      kind: comparedKind,
      row,
      records: {
        source: mine,
        target: theirs,
        from: { tenant: source, other: target, as: target },
        to: { tenant: target, other: source, as: target },
        isOneKey: !sources.isCached && !targets.isCached,
      },
      isSourceCached: sources.isCached,
      isTargetCached: targets.isCached,
    };
  };
}
