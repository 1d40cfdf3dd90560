import type { CallContext } from '../../../contract/bridge/methods.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { needsSignIn } from '../../../contract/errors/errors.ts';
import type { Log } from '../../platform/log/log.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { BestEffort } from '../../platform/storage/best-effort.ts';
import type { SessionDirectory } from '../../tenants/session/session-directory.ts';
import type { ChangeService } from '../service/change-service.ts';
import type { DraftService } from '../drafts/draft-service.ts';
import type { KindTable } from '../kind/kind-table.ts';
import { draftReverted } from './draft-reverted.ts';
import type { PlanStore } from '../record/plan-store.ts';
import type { ConfirmationWindow } from '../confirmation/confirmation-window.ts';

export interface RestoreParts {
  readonly confirmations: ConfirmationWindow;
  readonly store: Pick<PlanStore, 'plan' | 'item' | 'idsOfKinds'>;
  readonly kinds: Pick<KindTable, 'find'>;
  readonly drafts: Pick<DraftService, 'raw' | 'save'>;
  readonly changes: Pick<ChangeService, 'plan' | 'apply' | 'get' | 'items' | 'item' | 'discard'>;
  readonly sessions: SessionDirectory;
  readonly log: Log;
  readonly tryTo: BestEffort;
  readonly newId: () => string;
  readonly now: () => number;
  /** Ends background work. */
  readonly stopped: AbortSignal;
}

/** Reverts plans with a confirmation window: on request, and automatically if no one confirmed them in time. */
export interface AutomaticRevert {
  /** Throws what undo throws. */
  restore(planId: string, call: CallContext): Promise<void>;
  /** Throws `plan-outdated` while it is being reverted. */
  keep(planId: string): void;
  /** Called every few seconds. */
  tick(): void;
  /** Resolves when nothing is running anymore. */
  end(): Promise<void>;
}

/** Milliseconds before a failed revert is retried. */
const retryAfterMs = 30_000;
/** Changes of one plan that are checked; those with a confirmation window are few. */
const maxChecked = 1000;

export function createAutomaticRevert(parts: RestoreParts): AutomaticRevert {
  const { confirmations, store, sessions, now } = parts;
  const running = new Map<string, Promise<void>>();
  const triedAt = new Map<string, number>();
  resetInterrupted();

  /** For reverts that were active when the program exited: their result is found by reading the tenant. */
  function resetInterrupted(): void {
    for (const { planId, status } of confirmations.list()) {
      if (status.state === 'restoring') confirmations.set(planId, { state: 'waiting', until: 0 });
    }
  }

  function restore(planId: string, call: CallContext): Promise<void> {
    const active = running.get(planId);
    if (active !== undefined) return active;
    const before = confirmations.statusOf(planId);
    if (before === undefined) {
      throw failure('not-found', 'There is nothing left to revert. See History.');
    }
    triedAt.set(planId, now());
    confirmations.set(planId, { state: 'restoring' });
    const work = undoPlan(parts, planId, call).then(
      () => confirmations.set(planId, { state: 'restored' }),
      (thrown: unknown) => {
        const error = toDeskError(thrown);
        // Interrupted by the end of the program: the next start resumes it.
        confirmations.set(
          planId,
          parts.stopped.aborted ? { state: 'waiting', until: 0 } : { state: 'failed', error },
        );
        throw thrown;
      },
    );
    const ended = work.finally(() => running.delete(planId));
    running.set(planId, ended);
    return ended;
  }

  function mayTryNow(planId: string, error: DeskError | undefined): boolean {
    if (running.has(planId)) return false;
    if (error === undefined) return true;
    if (!error.retryable && !needsSignIn(error.code)) return false;
    const plan = store.plan(planId);
    if (plan === undefined || sessions.status(plan.tenantId).state !== 'signed-in') return false;
    return now() - (triedAt.get(planId) ?? 0) >= retryAfterMs;
  }

  return {
    async restore(planId, call) {
      await restore(planId, call);
    },
    keep(planId) {
      if (running.has(planId)) {
        throw failure('plan-outdated', 'It is already being reverted. Apply the change again to keep it.');
      }
      confirmations.remove(planId);
    },
    tick() {
      confirmations.follow();
      for (const { planId, status } of parts.tryTo(confirmations.due) ?? []) {
        if (!mayTryNow(planId, status.state === 'failed' ? status.error : undefined)) continue;
        const call = { signal: parts.stopped, requestId: parts.newId() };
        // A disk that is full now may have space the next time.
        parts
          .tryTo(() => restore(planId, call))
          ?.catch((error: unknown) => {
            parts.log.write('warning', 'provisional.not-restored', { planId, error });
          });
      }
    },
    async end() {
      await Promise.allSettled(running.values());
    },
  };
}

async function undoPlan(parts: RestoreParts, planId: string, call: CallContext): Promise<void> {
  const { confirmations, store, changes } = parts;
  const plan = store.plan(planId);
  const itemIds = confirmations.itemIds(planId);
  if (plan === undefined || itemIds.length === 0) return;
  const undo = await changes.plan(plan.tenantId, { from: 'undo', planId, itemIds }, call);
  if (undo.undecided > 0 || emptiesWhatOthersChanged(changes, undo.id)) {
    changes.discard(undo.id);
    throw failure(
      'plan-outdated',
      `${plan.tenantName} was changed by someone else in the meantime. Undo it in History, where you can choose what stays.`,
    );
  }
  // Someone else has already reverted it.
  if (undo.changing === 0) {
    draftReverted(parts, { plan, itemIds, undoId: undo.id });
    return changes.discard(undo.id);
  }
  // Typing a confirmation protects against accidents: here a person agreed in advance.
  const { confirmation, acknowledgement } = undo;
  await changes.apply(
    undo.id,
    { confirmation: confirmation ?? undefined, acknowledged: acknowledgement },
    call,
  );
  if (confirmations.itemIds(planId).length > 0) {
    throw notWhole(plan.tenantName, (await changes.get(undo.id)).error);
  }
  draftReverted(parts, { plan, itemIds, undoId: undo.id });
}

/** True if the undo would empty a list because others removed the rest of it in the meantime, which no one intended. */
function emptiesWhatOthersChanged(changes: RestoreParts['changes'], undoId: string): boolean {
  return changes.items(undoId, { offset: 0, limit: maxChecked }).items.some(({ id }) => {
    const { basis, parts: shown } = changes.item(undoId, id);
    return basis === 'changed' && shown.some((part) => part.type === 'set' && isEmptied(part));
  });
}

const isEmptied = ({ before, after }: { readonly before: unknown; readonly after: unknown }): boolean =>
  Array.isArray(before) && before.length > 0 && Array.isArray(after) && after.length === 0;

/** The undo was started and is now a separate plan: it is resumed there, and not planned again. */
function notWhole(tenantName: string, error: DeskError | undefined): Error {
  const why = error === undefined ? '' : ` ${error.message}`;
  return failure('plan-outdated', `Couldn’t fully revert the changes in ${tenantName}.${why} See History.`);
}
