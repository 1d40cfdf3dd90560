import type { ApplyResult, Receipt } from '../../contract/changes.ts';
import type { DeskError } from '../../contract/errors.ts';
import type { CallContext } from '../../contract/methods.ts';
import type { TenantProfile } from '../../contract/tenants.ts';
import { toDeskError } from '../../contract/desk-failure.ts';
import { failure } from '../platform/failure.ts';
import type { ChangeContext } from './change-kind.ts';
import { kindOf } from './change-kind.ts';
import { createFreshReads } from './fresh-reads.ts';
import type { StoredItem, StoredRun } from './journal-record.ts';
import { noteInEffect, noteOutcome } from './note-outcome.ts';
import type { PlanMaking } from './make-plan.ts';
import { makePlan } from './make-plan.ts';
import type { RunItems } from './run-items.ts';
import { receiptOf, runItems } from './run-items.ts';
import { isTenantWide } from './tenant-wide-failures.ts';
import { isUndoable, undoIntents } from './undo-intents.ts';

export interface RollBack extends RunItems, PlanMaking {
  /** Who is signed in to the tenant; empty where it is not known. */
  readonly appliedBy: string;
}

/**
 * Takes back what an interrupted run had done, newest first, each inverse planned against a fresh read. The
 * run stays open only when the tenant as a whole cannot be asked; what cannot be taken back for another reason
 * stays in the history with its receipt saying why.
 */
export async function rollBackRun(
  rolling: RollBack,
  run: StoredRun,
  tenant: TenantProfile,
  call: CallContext,
): Promise<ApplyResult> {
  const { journal } = rolling;
  // Cut short earlier: their inverses are planned anew, against what the tenant has now.
  for (const earlier of journal.openRollBacks(run.id)) journal.closeRun(earlier.id);
  const receipts: Receipt[] = [];
  let isInterrupted = false;
  for (const stored of journal.items(run.id).toReversed()) {
    if (call.signal.aborted) throw failure('cancelled', 'Stopped. Roll back again to take back the rest.');
    if (isInterrupted) {
      receipts.push({ ...receiptOf(stored), result: 'skipped' });
      continue;
    }
    const receipt = await takeBack(rolling, { run, stored, tenant }, call);
    isInterrupted = receipt.error !== undefined && isTenantWide(receipt.error.code);
    receipts.push(receipt);
    rolling.emit('changes.progress', {
      runId: run.id,
      planId: run.planId,
      done: receipts.length,
      total: journal.items(run.id).length,
      receipt,
    });
  }
  if (!isInterrupted) journal.closeRun(run.id);
  rolling.emit('history.changed', { tenantId: run.tenantId });
  return { runId: run.id, planId: run.planId, receipts };
}

interface TakingBack {
  readonly run: StoredRun;
  readonly stored: StoredItem;
  readonly tenant: TenantProfile;
}

async function takeBack(rolling: RollBack, taking: TakingBack, call: CallContext): Promise<Receipt> {
  const { journal } = rolling;
  try {
    const stored = await clarify(rolling, taking, call);
    if (!isUndoable(stored)) return receiptOf(stored);
    const error = await applyInverse(rolling, { ...taking, stored }, call);
    if (error !== undefined) return { ...receiptOf(stored), result: 'failed', error };
    journal.settle(stored.id, 'rolled-back', rolling.now());
    return receiptOf(journal.item(stored.id) ?? stored);
  } catch (error) {
    return { ...receiptOf(taking.stored), result: 'failed', error: toDeskError(error) };
  }
}

/** Finds out what became of an item that was not settled. */
async function clarify(rolling: RollBack, taking: TakingBack, call: CallContext): Promise<StoredItem> {
  const { journal } = rolling;
  const { stored, tenant } = taking;
  if (stored.state === 'pending') journal.settle(stored.id, 'skipped', rolling.now());
  if (stored.state === 'applying') {
    const kind = kindOf(rolling.kinds, stored.item.kind);
    const context: ChangeContext = { tenant, call, reads: createFreshReads(), pauses: [] };
    const seen = await kind.observe(stored.work, stored.outcome, context);
    if (seen.state === 'as-before') journal.settle(stored.id, 'skipped', rolling.now());
    if (seen.state === 'different') {
      const error = failure(
        'conflict',
        `${stored.item.target.name} is neither as it was nor as planned. Look at it in the tenant. ${seen.what}`,
      );
      journal.settle(stored.id, 'failed', rolling.now(), error.error);
    }
    if (seen.state === 'in-effect') noteInEffect(journal, kind, stored, seen.outcome, tenant.id);
    if (seen.state === 'partial') noteOutcome(journal, kind, stored, seen.outcome);
    if (seen.state === 'in-effect' || seen.state === 'partial') {
      journal.settle(stored.id, 'verified', rolling.now());
    }
  }
  return journal.item(stored.id) ?? stored;
}

/** Answers the error that kept the inverse from taking effect. */
async function applyInverse(
  rolling: RollBack,
  { run, stored, tenant }: TakingBack,
  call: CallContext,
): Promise<DeskError | undefined> {
  const { plan, work } = await makePlan(
    rolling,
    {
      tenant,
      intents: undoIntents(stored, (id) => rolling.journal.currentId(tenant.id, id)),
      undoes: stored.id,
    },
    call,
  );
  if (plan.items.some((item) => item.conflict !== undefined)) {
    return failure(
      'conflict',
      `${stored.item.target.name} changed again after this run. Undo it from History to see both changes.`,
    ).error;
  }
  const inverseRun = {
    id: rolling.newId(),
    planId: plan.id,
    tenantId: tenant.id,
    tenantName: tenant.name,
    appliedBy: rolling.appliedBy,
    startedAt: rolling.now(),
    undoes: stored.id,
    rollsBack: run.id,
  };
  rolling.journal.openRun({
    ...inverseRun,
    items: plan.items.map((item, index) => ({ item, work: work[index] })),
  });
  const { receipts } = await runItems(rolling, { ...inverseRun, isOpen: true }, tenant, call);
  return receipts.find(({ result }) => result === 'failed')?.error;
}
