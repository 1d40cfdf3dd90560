import type { Provisional } from '../../../contract/changes/provisional.ts';
import type { Emit } from '../../../contract/bridge/events.ts';
import type { BestEffort } from '../../platform/storage/best-effort.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { StoredItem, StoredPlan } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';
import { hasEffect } from '../record/item-effect.ts';
import type { ProvisionalStore, DraftStatusOf } from './provisional-store.ts';

export interface ProvisionalParts {
  readonly provisional: ProvisionalStore;
  readonly store: PlanStore;
  readonly kinds: KindTable;
  readonly tenants: Pick<TenantDirectory, 'list'>;
  readonly emit: Emit;
  readonly tryTo: BestEffort;
  /** Milliseconds since the epoch, by a clock that nobody can set: it begins with that of the system at each start. */
  readonly now: () => number;
  /** The time of the system, in which windows are told when the time is over; `now` unless given. */
  readonly wall?: () => number;
}

/** Plans that are taken back unless a person keeps them: which there are, and how each stands. */
export interface ConfirmationWindow {
  /** Seconds within which a person has to keep what the plan would do; undefined where it stays by itself. */
  secondsOf(plan: StoredPlan): number | undefined;
  /** Within the transaction that opens a plan: from then on no crash can make it stay. */
  begin(plan: StoredPlan): void;
  /** Brings all of them up to date with what became of their plans, as far as the disk lets it. */
  follow(): void;
  list(): Provisional[];
  draftStatusOf(planId: string): DraftStatusOf | undefined;
  /** Those whose time is over. */
  due(): { readonly planId: string; readonly standing: DraftStatusOf }[];
  /** The items that are to be taken back. */
  itemIds(planId: string): string[];
  set(planId: string, standing: DraftStatusOf): void;
  remove(planId: string): void;
}

export function createConfirmationWindow(parts: ProvisionalParts): ConfirmationWindow {
  const { provisional, store, kinds, now, wall = now } = parts;

  const tell = (): void => parts.emit('provisional.changed', list());

  /** Seconds, by the name of the kind. */
  const windows = new Map(
    kinds.things.flatMap(({ name, confirmWithinSeconds: seconds }) =>
      seconds === undefined ? [] : [[name, seconds] as const],
    ),
  );

  const itemsOf = (planId: string): StoredItem[] =>
    store.idsOfKinds(planId, [...windows.keys()]).flatMap((id) => store.item(id) ?? []);

  const inEffect = (planId: string): StoredItem[] => itemsOf(planId).filter(hasEffect);

  function secondsOf({ id, origin }: StoredPlan): number | undefined {
    // What takes a change back leads to where one was before.
    if (origin.type === 'undo' || origin.type === 'take-back') return undefined;
    const [longest] = [...windows]
      .filter(([kind]) => store.idsOfKinds(id, [kind]).length > 0)
      .map(([, seconds]) => seconds)
      .toSorted((one, other) => other - one);
    return longest;
  }

  /** How a plan stands now; undefined where there is nothing left to ask about. */
  function next(planId: string, standing: DraftStatusOf): DraftStatusOf | undefined {
    const plan = store.plan(planId);
    if (plan === undefined || !parts.tenants.list().some(({ id }) => id === plan.tenantId)) return undefined;
    if (standing.state === 'restored' || standing.state === 'restoring') return standing;
    if (plan.state === 'open') return standing;
    // Nothing of it took effect, or somebody has undone it.
    if (inEffect(planId).length === 0) return undefined;
    if (standing.state !== 'applying') return standing;
    return { state: 'waiting', until: now() + (secondsOf(plan) ?? 0) * 1000 };
  }

  /** The system's clock may have been set back since the last start: nobody has longer than the change allows for. */
  function boundWaits(): void {
    for (const { planId, standing } of provisional.list()) {
      const plan = store.plan(planId);
      if (standing.state !== 'waiting' || plan === undefined) continue;
      const latest = now() + (secondsOf(plan) ?? 0) * 1000;
      if (standing.until > latest) provisional.save(planId, { state: 'waiting', until: latest });
    }
  }

  const toProvisionalStatus = (
    standing: Exclude<DraftStatusOf, { readonly state: 'applying' }>,
  ): Provisional['standing'] =>
    standing.state === 'waiting'
      ? { state: 'waiting', until: Math.max(0, wall() + standing.until - now()) }
      : standing;

  function list(): Provisional[] {
    return provisional.list().flatMap(({ planId, standing }) => {
      const plan = store.plan(planId);
      if (plan === undefined || standing.state === 'applying') return [];
      const { tenantId, tenantName } = plan;
      const what = [...new Set(itemsOf(planId).map(({ targetName }) => targetName))].join(', ');
      return [{ planId, tenantId, tenantName, what, standing: toProvisionalStatus(standing) }];
    });
  }

  function follow(): void {
    let isChanged = false;
    for (const { planId, standing } of provisional.list()) {
      const after = next(planId, standing);
      if (after === standing) continue;
      if (after === undefined) provisional.remove(planId);
      else provisional.save(planId, after);
      isChanged = true;
    }
    if (isChanged) tell();
  }

  parts.tryTo(boundWaits);
  return {
    secondsOf,
    begin(plan) {
      if (secondsOf(plan) !== undefined) provisional.save(plan.id, { state: 'applying' });
    },
    follow: () => void parts.tryTo(follow),
    list,
    draftStatusOf: (planId) => provisional.find(planId)?.standing,
    due: () =>
      provisional
        .list()
        .filter(
          ({ standing }) =>
            standing.state === 'failed' || (standing.state === 'waiting' && standing.until <= now()),
        ),
    itemIds: (planId) => inEffect(planId).map(({ id }) => id),
    set(planId, standing) {
      provisional.save(planId, standing);
      tell();
    },
    remove(planId) {
      provisional.remove(planId);
      tell();
    },
  };
}
