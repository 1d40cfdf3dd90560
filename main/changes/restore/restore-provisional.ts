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
import type { ConfirmationWindow } from '../provisional/provisional-plans.ts';

export interface RestoreParts {
  readonly provisional: ConfirmationWindow;
  readonly store: Pick<PlanStore, 'plan' | 'item' | 'idsOfKinds'>;
  readonly kinds: Pick<KindTable, 'find'>;
  readonly drafts: Pick<DraftService, 'raw' | 'save'>;
  readonly changes: Pick<ChangeService, 'plan' | 'apply' | 'get' | 'items' | 'item' | 'discard'>;
  readonly sessions: SessionDirectory;
  readonly log: Log;
  readonly tryTo: BestEffort;
  readonly newId: () => string;
  readonly now: () => number;
  /** Ends what goes on in the background. */
  readonly stopped: AbortSignal;
}

/** Takes provisional plans back: when a person says so, and by itself when nobody has said to keep them. */
export interface ProvisionalRestore {
  /** Throws what taking back throws. */
  restore(planId: string, call: CallContext): Promise<void>;
  /** Throws `plan-outdated` while it is being taken back. */
  keep(planId: string): void;
  /** To be called every few seconds. */
  tick(): void;
  /** Resolves when nothing is under way any more. */
  end(): Promise<void>;
}

/** Milliseconds before what could not be taken back is tried again. */
const retryAfterMs = 30_000;
/** Changes of one plan that are looked at; provisional ones are few. */
const maxChecked = 1000;

export function createProvisionalRestore(parts: RestoreParts): ProvisionalRestore {
  const { provisional, store, sessions, now } = parts;
  const underWay = new Map<string, Promise<void>>();
  const triedAt = new Map<string, number>();
  forgetCutShort();

  /** Of an earlier start: what it had begun is seen from what the tenant has. */
  function forgetCutShort(): void {
    for (const { planId, standing } of provisional.list()) {
      if (standing.state === 'restoring') provisional.set(planId, { state: 'waiting', until: 0 });
    }
  }

  function restore(planId: string, call: CallContext): Promise<void> {
    const running = underWay.get(planId);
    if (running !== undefined) return running;
    const before = provisional.draftStatusOf(planId);
    if (before === undefined) {
      throw failure('not-found', 'There is nothing left to revert. See History.');
    }
    triedAt.set(planId, now());
    provisional.set(planId, { state: 'restoring' });
    const work = undoPlan(parts, planId, call).then(
      () => provisional.set(planId, { state: 'restored' }),
      (thrown: unknown) => {
        const error = toDeskError(thrown);
        // Cut short by the end of the program: the next start goes on with it.
        provisional.set(
          planId,
          parts.stopped.aborted ? { state: 'waiting', until: 0 } : { state: 'failed', error },
        );
        throw thrown;
      },
    );
    const ended = work.finally(() => underWay.delete(planId));
    underWay.set(planId, ended);
    return ended;
  }

  function mayTryNow(planId: string, error: DeskError | undefined): boolean {
    if (underWay.has(planId)) return false;
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
      if (underWay.has(planId)) {
        throw failure('plan-outdated', 'It is already being reverted. Apply the change again to keep it.');
      }
      provisional.remove(planId);
    },
    tick() {
      provisional.follow();
      for (const { planId, standing } of parts.tryTo(provisional.due) ?? []) {
        if (!mayTryNow(planId, standing.state === 'failed' ? standing.error : undefined)) continue;
        const call = { signal: parts.stopped, requestId: parts.newId() };
        // A disk that is full now may not be the next time.
        parts
          .tryTo(() => restore(planId, call))
          ?.catch((error: unknown) => {
            parts.log.write('warning', 'provisional.not-restored', { planId, error });
          });
      }
    },
    async end() {
      await Promise.allSettled(underWay.values());
    },
  };
}

async function undoPlan(parts: RestoreParts, planId: string, call: CallContext): Promise<void> {
  const { provisional, store, changes } = parts;
  const plan = store.plan(planId);
  const itemIds = provisional.itemIds(planId);
  if (plan === undefined || itemIds.length === 0) return;
  const undo = await changes.plan(plan.tenantId, { from: 'undo', planId, itemIds }, call);
  if (undo.undecided > 0 || emptiesWhatOthersChanged(changes, undo.id)) {
    changes.discard(undo.id);
    throw failure(
      'plan-outdated',
      `${plan.tenantName} was changed by someone else in the meantime. Undo it in History, where you can choose what stays.`,
    );
  }
  // Somebody has put it back already.
  if (undo.changing === 0) {
    draftReverted(parts, { plan, itemIds, undoId: undo.id });
    return changes.discard(undo.id);
  }
  // What must be typed to apply protects from a slip of the hand: here a person has agreed beforehand.
  const { confirmation, acknowledgement } = undo;
  await changes.apply(
    undo.id,
    { confirmation: confirmation ?? undefined, acknowledged: acknowledgement },
    call,
  );
  if (provisional.itemIds(planId).length > 0) {
    throw notWhole(plan.tenantName, (await changes.get(undo.id)).error);
  }
  draftReverted(parts, { plan, itemIds, undoId: undo.id });
}

/** True if the undo would empty a list, because others removed the rest of it in the meantime: nobody asked for that. */
function emptiesWhatOthersChanged(changes: RestoreParts['changes'], undoId: string): boolean {
  return changes.items(undoId, { offset: 0, limit: maxChecked }).items.some(({ id }) => {
    const { basis, parts: shown } = changes.item(undoId, id);
    return basis === 'changed' && shown.some((part) => part.type === 'set' && isEmptied(part));
  });
}

const isEmptied = ({ before, after }: { readonly before: unknown; readonly after: unknown }): boolean =>
  Array.isArray(before) && before.length > 0 && Array.isArray(after) && after.length === 0;

/** The undo was begun and is a plan of its own now: it is gone on with there, and not planned once more. */
function notWhole(tenantName: string, error: DeskError | undefined): Error {
  const why = error === undefined ? '' : ` ${error.message}`;
  return failure('plan-outdated', `Couldn’t fully revert the changes in ${tenantName}.${why} See History.`);
}
