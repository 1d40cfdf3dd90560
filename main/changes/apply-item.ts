import type { DeskError, ErrorCode } from '../../contract/errors.ts';
import { toDeskError } from '../../contract/desk-failure.ts';
import { failure } from '../platform/failure.ts';
import type { ChangeContext, Observation, SealedKind } from './change-kind.ts';
import type { Journal } from './journal.ts';
import type { StoredItem } from './journal-record.ts';
import { noteInEffect, noteOutcome } from './note-outcome.ts';
import { isTenantWide } from './tenant-wide-failures.ts';

/** How the application of one item ended. */
export type ItemEnd =
  | { readonly state: 'verified' }
  /** Nothing more can be done for this item; `error` says whether something changed. */
  | { readonly state: 'failed'; readonly error: DeskError }
  /** The tenant as a whole cannot be asked now. `isKnown`: it is certain that nothing of the item took effect. */
  | { readonly state: 'paused'; readonly error: DeskError; readonly isKnown: boolean };

export interface ItemApplication {
  readonly journal: Journal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Applies one item of a run: looks whether the tenant is still as planned, writes the inverse, sends, reads
 * back. An item found under way (after a crash) is read back first, so that nothing is sent twice.
 */
export function applyItem(
  application: ItemApplication,
  kind: SealedKind,
  stored: StoredItem,
  context: ChangeContext,
): Promise<ItemEnd> {
  return stored.state === 'pending'
    ? applyNew(application, kind, stored, context)
    : applyAgain(application, kind, stored, context);
}

async function applyNew(
  application: ItemApplication,
  kind: SealedKind,
  stored: StoredItem,
  context: ChangeContext,
): Promise<ItemEnd> {
  let work: unknown;
  try {
    work = await kind.begin(stored.work, context);
    const seen = await kind.observe(work, undefined, context);
    if (seen.state === 'in-effect') return { state: 'verified' };
    if (seen.state === 'different') {
      return { state: 'failed', error: outdated(stored, seen.what) };
    }
  } catch (error) {
    return endOfFailedRead(error);
  }
  application.journal.begin(stored.id, {
    work,
    inverse: kind.inverse(work, undefined),
    at: application.now(),
  });
  return await send(application, kind, { ...stored, work }, context);
}

async function applyAgain(
  application: ItemApplication,
  kind: SealedKind,
  stored: StoredItem,
  context: ChangeContext,
): Promise<ItemEnd> {
  let seen: Observation<unknown>;
  try {
    seen = await kind.observe(stored.work, stored.outcome, context);
  } catch (error) {
    return { state: 'paused', error: toDeskError(error), isKnown: false };
  }
  if (seen.state === 'in-effect') return inEffect(application.journal, kind, stored, seen.outcome, context);
  if (seen.state === 'different') return { state: 'failed', error: unverified(stored, seen.what) };
  return await send(application, kind, stored, context);
}

async function send(
  application: ItemApplication,
  kind: SealedKind,
  stored: StoredItem,
  context: ChangeContext,
  [pause, ...pauses] = context.pauses,
): Promise<ItemEnd> {
  let outcome: unknown;
  try {
    outcome = await kind.apply(stored.work, context);
  } catch (thrown) {
    const error = toDeskError(thrown);
    context.reads.forget();
    const end = await afterFailedRequest(application, kind, stored, context, error);
    // Reads wait as long as the tenant asks for; one that was answered says that the next request may be taken.
    const maySendAgain = end.state === 'paused' && end.isKnown && error.code === 'rate-limited';
    if (!maySendAgain || pause === undefined) return end;
    await pause();
    return await send(application, kind, stored, context, pauses);
  }
  context.reads.forget();
  if (outcome !== undefined) noteOutcome(application.journal, kind, stored, outcome);
  return await verify(application, kind, stored, outcome, context);
}

/** A failed request may have taken effect all the same (a lost answer), so the tenant is asked. */
async function afterFailedRequest(
  application: ItemApplication,
  kind: SealedKind,
  stored: StoredItem,
  context: ChangeContext,
  error: DeskError,
): Promise<ItemEnd> {
  let seen: Observation<unknown>;
  try {
    seen = await kind.observe(stored.work, undefined, context);
  } catch {
    return { state: 'paused', error, isKnown: false };
  }
  if (seen.state === 'in-effect') return inEffect(application.journal, kind, stored, seen.outcome, context);
  noteWhatIsThere(application, kind, stored, seen);
  if (seen.state === 'as-before' && isTenantWide(error.code)) {
    return { state: 'paused', error, isKnown: !mayStillArrive.has(error.code) };
  }
  return { state: 'failed', error };
}

/** A request that was not answered may be taken by the tenant after it was looked at. */
const mayStillArrive: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['timed-out', 'unreachable', 'cancelled']);

async function verify(
  application: ItemApplication,
  kind: SealedKind,
  stored: StoredItem,
  outcome: unknown,
  context: ChangeContext,
): Promise<ItemEnd> {
  const pauses = [...context.pauses];
  for (;;) {
    let seen: Observation<unknown>;
    try {
      seen = await kind.observe(stored.work, outcome, context);
    } catch (error) {
      return { state: 'paused', error: toDeskError(error), isKnown: false };
    }
    if (seen.state === 'in-effect') return inEffect(application.journal, kind, stored, seen.outcome, context);
    const pause = pauses.shift();
    if (pause === undefined) {
      noteWhatIsThere(application, kind, stored, seen);
      return { state: 'failed', error: unverified(stored, whatDiffers(seen)) };
    }
    await pause();
    context.reads.forget();
  }
}

function inEffect(
  journal: Journal,
  kind: SealedKind,
  stored: StoredItem,
  outcome: unknown,
  { tenant }: ChangeContext,
): ItemEnd {
  noteInEffect(journal, kind, stored, outcome, tenant.id);
  return { state: 'verified' };
}

/** What a failed item left behind can be taken back only when it is known. */
function noteWhatIsThere(
  application: ItemApplication,
  kind: SealedKind,
  stored: StoredItem,
  seen: Observation<unknown>,
): void {
  if (seen.state === 'as-before' || seen.outcome === undefined) return;
  noteOutcome(application.journal, kind, stored, seen.outcome);
}

function endOfFailedRead(thrown: unknown): ItemEnd {
  const error = toDeskError(thrown);
  return isTenantWide(error.code) ? { state: 'paused', error, isKnown: true } : { state: 'failed', error };
}

function whatDiffers(seen: Exclude<Observation<unknown>, { state: 'in-effect' }>): string {
  if (seen.state === 'different') return seen.what;
  return seen.state === 'partial' ? 'Only a part of the change took effect.' : 'It is as it was before.';
}

function outdated(stored: StoredItem, what: string): DeskError {
  return failure(
    'plan-outdated',
    `${stored.item.target.name} changed in the tenant after this plan was made. Nothing was sent. Review the change again.`,
    { detail: what },
  ).error;
}

function unverified(stored: StoredItem, what: string): DeskError {
  return failure(
    'verification-failed',
    `The tenant accepted the change of ${stored.item.target.name}, but reading it back shows something else. ${what}`,
    { detail: what },
  ).error;
}
