import canonicalize from 'canonicalize';
import type { ChangeRequest, Plan } from '../../contract/changes/changes.ts';
import type { Administrator } from './administrator.ts';
import type { FaultyDesk } from './faulty-desk.ts';
import type { TenantState } from './tenant-state.ts';

/** What an operation is done with. Nothing fails while it is prepared. */
export interface Scene {
  readonly desk: FaultyDesk;
  readonly administrator: Administrator;
  readonly read: () => TenantState;
  /** Different in every cell, so that no cell meets what another one left. */
  readonly suffix: string;
}

/** What another admin does to the same item. */
export interface Interference {
  readonly name: string;
  /** The read that shows it, and whether the tenant still has it: changes shown before a write must not be overwritten. */
  readonly trace?: { readonly shownBy: RegExp; readonly isThere: (state: TenantState) => boolean };
  readonly act: () => Promise<void>;
}

/** One operation that writes, ready to be planned. */
export interface Attempt {
  /** Returns the plan to apply or, for a rollback, the started one. */
  plan(): Promise<string>;
  apply(planId: string): Promise<Plan>;
  /** IDs of items that it may change or delete. */
  readonly own: readonly string[];
  /** The maximum number of items that it may add, also while unfinished. */
  readonly maxAdded: number;
  /** The expected tenant afterwards; IDs of new items are made up. */
  wanted(state: TenantState): TenantState;
  /** True if a state contains everything that is wanted. `before`: the previous state. */
  isInPlace(state: TenantState, before: TenantState): boolean;
  /** Its draft, if it is planned from one. */
  readonly draft?: { readonly kind: string; readonly targetId: string; readonly state: unknown };
  /** One for each of the operation's disturbances. */
  readonly interferences: readonly Interference[];
  /** A webhook that must exist at all times: the one with this ID, or one in the wanted state. */
  readonly originalId?: string;
  /** The state after a rollback that cannot restore everything, and the warning about that in its review. */
  readonly rolledBack?: {
    readonly state: (before: TenantState) => TenantState;
    readonly rollbackWarning: string;
  };
  readonly isUndo?: true;
  /** It can't be undone, and is never resent automatically after a lost response. */
  readonly isForGood?: true;
}

export interface Operation {
  readonly name: string;
  /** As its noun names it. */
  readonly kind: string;
  /** True where what it does is shown by the status of webhooks alone. */
  readonly isShownByStatus?: true;
  /** Requests that change something, in the order in which they are sent. */
  readonly writes: readonly string[];
  /** Names of what another admin can do to the same item in the meantime. */
  readonly disturbances: readonly string[];
  prepare(scene: Scene): Promise<Attempt>;
}

export const isSame = (one: unknown, other: unknown): boolean => canonicalize(one) === canonicalize(other);

/** True if exactly this was added. */
export function hasNew(
  now: ReadonlyMap<string, unknown>,
  before: ReadonlyMap<string, unknown>,
  wanted: unknown,
): boolean {
  return [...now].some(([id, state]) => !before.has(id) && isSame(state, wanted));
}

/** Planned from a request and applied. */
export function planned({ desk }: Scene, request: ChangeRequest): Pick<Attempt, 'plan' | 'apply'> {
  return {
    plan: async () => (await desk.call('changes.plan', { tenantId: desk.tenantId, request })).id,
    apply: (planId) => desk.call('changes.apply', { planId }),
  };
}

/** Typed into a draft, planned from it and applied. */
export async function typed(
  scene: Scene,
  draft: {
    readonly kind: string;
    readonly targetId: string;
    readonly base: object | null;
    readonly state: object;
  },
): Promise<Pick<Attempt, 'plan' | 'apply' | 'draft'>> {
  const { desk } = scene;
  const { kind, targetId } = draft;
  // The contract carries any JSON here, and these states are made of nothing else.
  const json = (value: object | null) => JSON.parse(JSON.stringify(value));
  await desk.call('drafts.save', {
    tenantId: desk.tenantId,
    kind,
    targetId,
    state: json(draft.state),
    base: json(draft.base),
    revision: null,
  });
  return {
    ...planned(scene, { from: 'drafts', drafts: [{ kind, targetId }] }),
    draft: { kind, targetId, state: draft.state },
  };
}

export async function applied({ desk }: Scene, request: ChangeRequest): Promise<Plan> {
  const { id } = await desk.call('changes.plan', { tenantId: desk.tenantId, request });
  return await desk.call('changes.apply', { planId: id });
}
