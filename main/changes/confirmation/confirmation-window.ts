import type { UnconfirmedPlan } from '../../../contract/changes/unconfirmed-plans.ts';
import type { Emit } from '../../../contract/bridge/events.ts';
import type { BestEffort } from '../../platform/storage/best-effort.ts';
import type { TenantDirectory } from '../../tenants/directory/tenant-directory.ts';
import type { KindTable } from '../kind/kind-table.ts';
import type { StoredItem, StoredPlan } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';
import { hasEffect } from '../record/item-effect.ts';
import type { ConfirmationStore, StoredWindow, WindowStatus } from './confirmation-store.ts';

export interface ConfirmationParts {
  readonly windows: ConfirmationStore;
  readonly store: PlanStore;
  readonly kinds: KindTable;
  readonly tenants: Pick<TenantDirectory, 'list'>;
  readonly emit: Emit;
  readonly tryTo: BestEffort;
  /** Milliseconds since the epoch, by a monotonic clock that starts with the system time. */
  readonly now: () => number;
  /** The system time, used for the end of a window that is sent to the renderer; `now` by default. */
  readonly wall?: () => number;
}

/** Plans that revert unless a person confirms them, and their status. */
export interface ConfirmationWindow {
  /** Seconds in which a person has to confirm the plan; undefined if it needs no confirmation. */
  secondsOf(plan: StoredPlan): number | undefined;
  /** Called within the transaction that opens a plan: from then on the plan reverts even after a crash. */
  begin(plan: StoredPlan): void;
  /** Updates all of them from the results of their plans, if the disk allows it. */
  follow(): void;
  list(): UnconfirmedPlan[];
  statusOf(planId: string): WindowStatus | undefined;
  /** Those whose window has ended. */
  due(): StoredWindow[];
  /** The items to undo. */
  itemIds(planId: string): string[];
  set(planId: string, status: WindowStatus): void;
  remove(planId: string): void;
}

export function createConfirmationWindow(parts: ConfirmationParts): ConfirmationWindow {
  const { windows, store, kinds, now, wall = now } = parts;

  const notify = (): void => parts.emit('provisional.changed', list());
  /** By the name of the kind. */
  const secondsByKind = new Map(
    kinds.itemKinds.flatMap(({ name, confirmWithinSeconds: seconds }) =>
      seconds === undefined ? [] : [[name, seconds] as const],
    ),
  );

  const itemsOf = (planId: string): StoredItem[] =>
    store.idsOfKinds(planId, [...secondsByKind.keys()]).flatMap((id) => store.item(id) ?? []);

  const inEffect = (planId: string): StoredItem[] => itemsOf(planId).filter(hasEffect);

  function secondsOf({ id, origin }: StoredPlan): number | undefined {
    // An undo leads to an earlier state, so it needs no confirmation.
    if (origin.type === 'undo' || origin.type === 'take-back') return undefined;
    const [longest] = [...secondsByKind]
      .filter(([kind]) => store.idsOfKinds(id, [kind]).length > 0)
      .map(([, seconds]) => seconds)
      .toSorted((one, other) => other - one);
    return longest;
  }

  /** The current status of a plan; undefined if there is nothing left to confirm. */
  function next(planId: string, status: WindowStatus): WindowStatus | undefined {
    const plan = store.plan(planId);
    if (plan === undefined || !parts.tenants.list().some(({ id }) => id === plan.tenantId)) return undefined;
    if (status.state === 'restored' || status.state === 'restoring') return status;
    if (plan.state === 'open') return status;
    // Nothing of it took effect, or someone has undone it.
    if (inEffect(planId).length === 0) return undefined;
    if (status.state !== 'applying') return status;
    return { state: 'waiting', until: now() + (secondsOf(plan) ?? 0) * 1000 };
  }

  function list(): UnconfirmedPlan[] {
    return windows.list().flatMap(({ planId, status }) => {
      const plan = store.plan(planId);
      if (plan === undefined || status.state === 'applying') return [];
      const { tenantId, tenantName } = plan;
      const what = [...new Set(itemsOf(planId).map(({ targetName }) => targetName))].join(', ');
      return [
        { planId, tenantId, tenantName, what, status: sentStatus(status, { now: now(), wall: wall() }) },
      ];
    });
  }

  function follow(): void {
    let isChanged = false;
    for (const { planId, status } of windows.list()) {
      const after = next(planId, status);
      if (after === status) continue;
      if (after === undefined) windows.remove(planId);
      else windows.save(planId, after);
      isChanged = true;
    }
    if (isChanged) notify();
  }

  parts.tryTo(() => boundWaits(parts, secondsOf));
  return {
    secondsOf,
    begin(plan) {
      if (secondsOf(plan) !== undefined) windows.save(plan.id, { state: 'applying' });
    },
    follow: () => void parts.tryTo(follow),
    list,
    statusOf: (planId) => windows.find(planId)?.status,
    due: () => windows.list().filter(({ status }) => isDue(status, now())),
    itemIds: (planId) => inEffect(planId).map(({ id }) => id),
    set(planId, status) {
      windows.save(planId, status);
      notify();
    },
    remove(planId) {
      windows.remove(planId);
      notify();
    },
  };
}

/** The system clock may have been changed since the last start: no window may last longer than its kind allows. */
function boundWaits(
  { windows, store, now }: ConfirmationParts,
  secondsOf: ConfirmationWindow['secondsOf'],
): void {
  for (const { planId, status } of windows.list()) {
    const plan = store.plan(planId);
    if (status.state !== 'waiting' || plan === undefined) continue;
    const latest = now() + (secondsOf(plan) ?? 0) * 1000;
    if (status.until > latest) windows.save(planId, { state: 'waiting', until: latest });
  }
}

const isDue = (status: WindowStatus, now: number): boolean =>
  status.state === 'failed' || (status.state === 'waiting' && status.until <= now);

/** Ends are stored by the monotonic clock (`now`), and sent by the system time (`wall`), which the window counts down by. */
function sentStatus(
  status: Exclude<WindowStatus, { readonly state: 'applying' }>,
  { now, wall }: { readonly now: number; readonly wall: number },
): UnconfirmedPlan['status'] {
  return status.state === 'waiting'
    ? { state: 'waiting', until: Math.max(0, wall + status.until - now) }
    : status;
}
