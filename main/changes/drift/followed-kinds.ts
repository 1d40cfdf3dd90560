import type { DeskError } from '../../../contract/errors/errors.ts';
import type { RegisteredFollowed } from '../kind/followed-kind.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { DriftStore } from './drift-store.ts';
import type { KindGroup } from './check-group.ts';

/** The kinds whose items are compared with what was seen of them. */
export interface FollowedKinds {
  readonly all: readonly RegisteredFollowed[];
  readonly groups: readonly KindGroup[];
}

export function followedKinds(kinds: KindTable, followed: readonly RegisteredFollowed[]): FollowedKinds {
  const all: readonly RegisteredFollowed[] = [
    ...kinds.itemKinds.filter(
      (kind): kind is typeof kind & RegisteredFollowed => kind.compared !== undefined,
    ),
    ...followed,
  ];
  return { all, groups: [...Map.groupBy(all, (kind) => kind.compared.source).values()] };
}

/** When a kind was read, and which of its items couldn't be. */
export interface DriftedKind {
  readonly kind: string;
  readonly noun: { readonly one: string; readonly many: string };
  /** Null if it was never read. */
  readonly readAt: number | null;
  readonly notCompared: number;
  readonly unreadable: number;
  readonly error: DeskError | undefined;
}

/** From the results of the last checks. */
export function driftedKinds(
  { all, groups }: FollowedKinds,
  store: DriftStore,
  tenantId: string,
  errors: ReadonlyMap<string, DeskError>,
): DriftedKind[] {
  const firstOf = new Map(groups.flatMap((group) => group.map((kind) => [kind.name, group[0]?.name])));
  const looks = new Map(store.looks(tenantId).map((look) => [look.kind, look]));
  const notComparedOf = (kind: string): number => looks.get(kind)?.notCompared ?? 0;
  return all.map(({ name: kind, noun }) => {
    const first = firstOf.get(kind) ?? kind;
    return {
      ...{ kind, noun, readAt: looks.get(kind)?.readAt ?? null },
      // Items that are read with another one aren't counted again.
      notCompared: Math.max(0, notComparedOf(kind) - (first === kind ? 0 : notComparedOf(first))),
      unreadable: looks.get(kind)?.unreadable ?? 0,
      error: errors.get(kind),
    };
  });
}
