import type { ApplyResult, PlanItem, Receipt } from '../../contract/changes.ts';
import type { DeskError } from '../../contract/errors.ts';
import type { Emit } from '../../contract/events.ts';
import type { TenantProfile } from '../../contract/tenants.ts';
import type { CallContext } from '../../contract/methods.ts';
import { failure } from '../platform/failure.ts';
import type { ItemApplication, ItemEnd } from './apply-item.ts';
import { applyItem } from './apply-item.ts';
import type { ChangeContext, ChangeKinds } from './change-kind.ts';
import { kindOf } from './change-kind.ts';
import { createFreshReads } from './fresh-reads.ts';
import type { Journal } from './journal.ts';
import type { StoredItem, StoredRun } from './journal-record.ts';

export interface RunItems extends ItemApplication {
  /** See `ChangeContext`. */
  readonly verifyPauses: ChangeContext['pauses'];
  readonly kinds: ChangeKinds;
  readonly emit: Emit;
}

/** What became of one item; with `interruption` the rest of the run has to wait. */
interface ItemResult {
  readonly receipt: Receipt;
  readonly interruption?: DeskError;
}

/**
 * Applies the items of a run that are not done yet, one after the other, and answers a receipt for each. A run
 * that the tenant as a whole interrupts (signed out, unreachable) stays open, to be resumed or rolled back.
 * Throws `cancelled` when the view cancelled, after the item under way was finished.
 */
export async function runItems(
  running: RunItems,
  run: StoredRun,
  tenant: TenantProfile,
  call: CallContext,
): Promise<ApplyResult> {
  const items = running.journal.items(run.id);
  // A request that changes something is never torn off half-way: a cancel takes effect between items.
  const untilDone = { requestId: call.requestId, signal: new AbortController().signal };
  const context = { tenant, call: untilDone, reads: createFreshReads(), pauses: running.verifyPauses };
  const progress = { runId: run.id, planId: run.planId, total: items.length };
  const receipts: Receipt[] = [];
  let isInterrupted = false;
  for (const stored of items) {
    if (call.signal.aborted) throw stopped(running, run, receipts.length, items.length);
    if (!isInterrupted) {
      const current = `${stored.item.title}: ${stored.item.target.name}`;
      running.emit('changes.progress', { ...progress, done: receipts.length, current });
    }
    const { receipt, interruption } = await resultOf(running, stored, context, isInterrupted);
    isInterrupted ||= interruption !== undefined;
    receipts.push(receipt);
    running.emit('changes.progress', { ...progress, done: receipts.length, receipt });
  }
  finishRun(running, run);
  running.emit('history.changed', { tenantId: run.tenantId });
  return { runId: run.id, planId: run.planId, receipts };
}

async function resultOf(
  running: RunItems,
  stored: StoredItem,
  context: ChangeContext,
  isInterrupted: boolean,
): Promise<ItemResult> {
  if (stored.state !== 'pending' && stored.state !== 'applying') return { receipt: receiptOf(stored) };
  if (isInterrupted) return { receipt: { ...named(stored.item), result: 'skipped' } };
  if (stored.item.action === 'none') {
    running.journal.settle(stored.id, 'skipped', running.now());
    return { receipt: { ...named(stored.item), result: 'skipped' } };
  }
  return settle(
    running,
    stored,
    await applyItem(running, kindOf(running.kinds, stored.item.kind), stored, context),
  );
}

function settle(running: RunItems, stored: StoredItem, end: ItemEnd): ItemResult {
  const { journal } = running;
  if (end.state === 'paused') {
    if (end.isKnown) journal.settle(stored.id, 'pending', running.now());
    return {
      receipt: { ...named(stored.item), result: 'failed', error: end.error },
      interruption: end.error,
    };
  }
  if (end.state === 'failed') journal.settle(stored.id, 'failed', running.now(), end.error);
  else journal.settle(stored.id, 'verified', running.now());
  return { receipt: receiptOf(journal.item(stored.id) ?? stored) };
}

function named(item: PlanItem): Pick<Receipt, 'itemId' | 'title' | 'targetName'> {
  return { itemId: item.id, title: item.title, targetName: item.target.name };
}

export function receiptOf(stored: StoredItem): Receipt {
  if (stored.state === 'skipped' || stored.state === 'pending' || stored.state === 'applying') {
    return { ...named(stored.item), result: 'skipped' };
  }
  return {
    ...named(stored.item),
    result: stored.state,
    historyId: stored.id,
    ...(stored.error === undefined ? {} : { error: stored.error }),
  };
}

/** Closes a run that has nothing left to do. A crash may come between the last item and this. */
export function finishRun(running: Pick<RunItems, 'journal' | 'now'>, run: StoredRun): void {
  closeIfSettled(running, run);
  noteUndone(running, run);
}

/** A run is closed when nothing is left to do for it, or when it is certain that it changed nothing. */
function closeIfSettled({ journal, now }: Pick<RunItems, 'journal' | 'now'>, run: StoredRun): void {
  const items = journal.items(run.id);
  const isUndecided = items.some(({ state }) => state === 'pending' || state === 'applying');
  const mayHaveEffect = items.some(({ state }) => state === 'verified' || state === 'applying');
  if (isUndecided && mayHaveEffect) return;
  for (const { id, state } of items) {
    if (state === 'pending') journal.settle(id, 'skipped', now());
  }
  journal.closeRun(run.id);
}

function noteUndone({ journal }: Pick<RunItems, 'journal'>, run: StoredRun): void {
  if (run.undoes === null) return;
  const items = journal.items(run.id);
  noteWhatCameBack(journal, run, items);
  const isUndone = items.every(({ state }) => state === 'verified' || state === 'skipped');
  const by = items.find(({ state }) => state === 'verified');
  if (isUndone && by !== undefined) journal.markUndone(run.undoes, by.id);
}

/** The undo of a deletion brings the thing back under a new identifier. */
function noteWhatCameBack(journal: Journal, run: StoredRun, items: readonly StoredItem[]): void {
  const undone = run.undoes === null ? undefined : journal.entry(run.undoes)?.item.item;
  const created = items.find(({ state, item }) => state === 'verified' && item.action === 'create')?.item;
  if (undone?.action !== 'delete' || created === undefined) return;
  journal.noteSuccessor(run.tenantId, undone.target.id, created.target.id);
}

function stopped(running: RunItems, run: StoredRun, done: number, total: number): Error {
  closeIfSettled(running, run);
  running.emit('history.changed', { tenantId: run.tenantId });
  return failure(
    'cancelled',
    `Stopped after ${done} of ${total} changes. Go on with the rest, or roll back what was done.`,
  );
}
