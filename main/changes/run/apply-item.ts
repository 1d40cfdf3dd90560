import type { Arrival, ItemState } from '../../../contract/changes/changes.ts';
import type { DeskError } from '../../../contract/errors/errors.ts';
import { isTenantWide, provesNothing } from '../../../contract/errors/errors.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Observation } from '../kind/change-kind.ts';
import type { OutcomeBase, ChangeContext } from '../kind/change-context.ts';
import { lookUntil } from '../kind/poll-until.ts';
import type { StoredChange, RegisteredKind } from '../kind/registered-kind.ts';
import { confirmedOutcome, type StoredItem } from '../record/plan-record.ts';
import type { PlanStore } from '../record/plan-store.ts';
import { freshBasis } from './fresh-basis.ts';
import type { Commit } from './group-commit.ts';
import { createRequestWatch } from './request-watch.ts';

/** The result of applying one item, in the states of the contract. */
export interface ItemEnd {
  readonly state: Exclude<ItemState, 'applying' | 'taken-back'>;
  readonly error?: DeskError;
  /** The whole tenant is unavailable now: the other items have to wait. */
  readonly stops?: true;
  /** The part of it that exists. */
  readonly outcome?: OutcomeBase;
  /** Items that this change or someone else may have created. */
  readonly arrivals?: readonly Arrival[];
}

export interface ItemApplication {
  readonly store: PlanStore;
  readonly commit: Commit;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called as soon as the ID of the created or changed item is on disk. */
  readonly noted: (targetId: string) => void;
  /** Resolves when it may send; false if the run was stopped first, and it must not. */
  readonly maySend: () => Promise<boolean>;
}

type Seen = Observation<OutcomeBase>;

/**
 * Applies one item of a plan: checks that the tenant is still as reviewed, stores what undo needs, sends, and verifies. An item
 * that may have been sent before is checked first, so that nothing that took effect is sent twice.
 */
export function applyItem(
  application: ItemApplication,
  kind: RegisteredKind,
  item: StoredItem,
  context: ChangeContext,
): Promise<ItemEnd> {
  return item.state === 'pending'
    ? applyNew(application, kind, item, context)
    : applyAgain(application, kind, item, context);
}

async function applyNew(
  application: ItemApplication,
  kind: RegisteredKind,
  item: StoredItem,
  context: ChangeContext,
): Promise<ItemEnd> {
  let begun: StoredItem;
  try {
    const basis = await freshBasis(kind, item, context);
    if (basis.state === 'done') return { state: 'unchanged' };
    if (basis.state === 'outdated') return { state: 'outdated', error: outdated(item, basis.what) };
    const { before, after, details, targetName } = basis;
    const { sendMode } = details;
    const notes = await kind.begin({ ...item, before, after, sendMode, notes: undefined }, context);
    begun = { ...item, before, after, details, targetName, notes: notes ?? null };
  } catch (thrown) {
    return notSent(toDeskError(thrown));
  }
  const { store, now, commit } = application;
  await commit(() => store.begin(item.id, { ...begun, at: now() }));
  return await send(application, kind, begun, context);
}

/** Checks the result of the previous attempt before anything is sent. */
async function applyAgain(
  application: ItemApplication,
  kind: RegisteredKind,
  item: StoredItem,
  context: ChangeContext,
): Promise<ItemEnd> {
  const seen = await lookFor(kind, item, confirmedOutcome(item), context, 'a-change');
  if (seen instanceof Unseen) return { state: openStateOf(item), error: seen.error, stops: true };
  // What may already exist, or belong to someone else, isn't sent again.
  const isDecided = seen.state !== 'as-before' && seen.state !== 'partial' && seen.state !== 'unreadable';
  if (isDecided) return endOf(item, seen, () => unresolved(item));
  const found = seen.state === 'partial' ? { found: seen.outcome } : {};
  return await send(application, kind, item, { ...context, ...found });
}

async function send(
  application: ItemApplication,
  kind: RegisteredKind,
  item: StoredItem,
  context: ChangeContext,
): Promise<ItemEnd> {
  if (!(await application.maySend()))
    return { state: item.state === 'pending' ? 'pending' : openStateOf(item) };
  let noted = context.found;
  const note = async (outcome: OutcomeBase | undefined): Promise<void> => {
    noted = outcome;
    const { store, commit } = application;
    await commit(() => store.noteOutcome(item.id, outcome, outcome?.targetId ?? item.plannedTargetId));
    if (outcome !== undefined) application.noted(outcome.targetId);
  };
  let outcome: OutcomeBase | undefined;
  const requests = createRequestWatch();
  try {
    outcome = await kind.apply(asPlanned(item), {
      ...context,
      note,
      call: { ...context.call, onRequest: requests.note },
    });
  } catch (thrown) {
    context.reads.forget();
    const error = toDeskError(thrown);
    if (item.state === 'pending' && requests.provesUnsent(error)) return notSentOf(item, error);
    return await afterFailedRequest(kind, item, context, error, noted);
  }
  context.reads.forget();
  // An ID that only this response contains must survive a crash; everything else is found again by a read.
  if (outcome !== undefined && isNewTarget(item, outcome)) await note(outcome);
  const seen = await lookFor(kind, item, outcome, { ...context, isAccepted: true }, 'the-effect');
  const end: ItemEnd =
    seen instanceof Unseen
      ? { state: 'unknown', error: notSeen(item, seen.error), stops: true }
      : endOf(item, seen, () => unseenAfterAcceptance(item));
  // An accepted change has an outcome, even if the tenant doesn't show it.
  return outcome === undefined ? end : { outcome, ...end };
}

/** The result of an item that failed before anything was sent. Only a "no" to what was sent counts as rejected. */
function notSent(error: DeskError): ItemEnd {
  if (isTenantWide(error.code)) return { state: 'pending', error, stops: true };
  return { state: error.code === 'plan-outdated' ? 'outdated' : 'left-out', error };
}

function notSentOf(item: StoredItem, error: DeskError): ItemEnd {
  // Someone else was first: the item to delete no longer exists.
  return item.verb === 'delete' && error.code === 'not-found' ? { state: 'unchanged' } : notSent(error);
}

/**
 * If the tenant rejects the first request, nothing that exists comes from this change. Any other failure proves nothing: the
 * response was lost, cut off or sent by something in between, and the request may have taken effect or still will.
 */
async function afterFailedRequest(
  kind: RegisteredKind,
  item: StoredItem,
  context: ChangeContext,
  error: DeskError,
  noted: OutcomeBase | undefined,
): Promise<ItemEnd> {
  const isCertain = !provesNothing(error.code) && error.code !== 'plan-outdated' && noted === undefined;
  // What was sent before may have taken effect since.
  const isFirst = item.state === 'pending';
  const stops = isTenantWide(error.code) ? ({ stops: true } as const) : {};
  const seen = await lookFor(kind, item, noted, context, isCertain ? 'once' : 'the-effect');
  if (seen instanceof Unseen) {
    return isCertain && isTenantWide(error.code)
      ? { state: 'pending', error, stops: true }
      : { state: 'unknown', error: notSeen(item, error), stops: true };
  }
  if (!isCertain) return { ...endOf(item, seen, () => notSeen(item, error)), ...stops };
  switch (seen.state) {
    case 'in-effect':
      // Someone else was first: the item to delete no longer exists.
      if (item.verb === 'delete' && error.code === 'not-found') return { state: 'unchanged' };
      return isFirst ? rejected(error) : { state: 'verified', outcome: seen.outcome };
    case 'partial':
      return isFirst ? rejected(error) : { state: 'incomplete', error, outcome: seen.outcome, ...stops };
    case 'unproven':
      return isFirst ? rejected(error) : { ...endOf(item, seen, () => error), ...stops };
    case 'as-before':
    case 'accepted':
    case 'unreadable':
      return rejected(error);
    case 'different':
      return isFirst || seen.outcome === undefined ? rejected(error) : different(item, seen);
  }
}

/** The whole tenant is unavailable, or it rejected this item. */
function rejected(error: DeskError): ItemEnd {
  return isTenantWide(error.code) ? { state: 'pending', error, stops: true } : { state: 'refused', error };
}

class Unseen {
  readonly error: DeskError;
  constructor(error: DeskError) {
    this.error = error;
  }
}

/**
 * Reads the tenant with growing pauses. `once`: its current state. `a-change`: until it is no longer as before, for requests
 * that were sent and may still be executed. `the-effect`: until the whole change is visible.
 */
async function lookFor(
  kind: RegisteredKind,
  item: StoredItem,
  outcome: unknown,
  context: ChangeContext,
  until: 'once' | 'a-change' | 'the-effect',
): Promise<Seen | Unseen> {
  return await lookUntil(
    until === 'once' ? { ...context, pauses: [] } : context,
    () => look(kind, item, outcome, context),
    (seen) => isEnough(seen, until),
  );
}

function isEnough(seen: Seen | Unseen, until: 'once' | 'a-change' | 'the-effect'): boolean {
  if (seen instanceof Unseen) return false;
  if (seen.state === 'in-effect') return true;
  if (seen.state === 'accepted') return seen.mayShowLater !== true;
  return until === 'a-change' && seen.state !== 'as-before' && seen.state !== 'unreadable';
}

async function look(
  kind: RegisteredKind,
  item: StoredItem,
  outcome: unknown,
  context: ChangeContext,
): Promise<Seen | Unseen> {
  try {
    return await kind.observe(asPlanned(item), outcome, context);
  } catch (thrown) {
    return new Unseen(toDeskError(thrown));
  }
}

/** Its target may have a new ID by now; the change still refers to the planned one. */
function asPlanned(item: StoredItem): StoredItem & StoredChange {
  return { ...item, targetId: item.plannedTargetId, sendMode: item.details.sendMode };
}

/**
 * Checks the result of an unresolved item again. Sends nothing. `once` if a person asks for it; `a-change` if something
 * depends on nothing being there.
 */
export async function lookAgain(
  kind: RegisteredKind,
  item: StoredItem,
  context: ChangeContext,
  until: 'once' | 'a-change',
): Promise<ItemEnd> {
  const seen = await lookFor(kind, item, confirmedOutcome(item), context, until);
  if (seen instanceof Unseen) return { state: openStateOf(item), error: seen.error, stops: true };
  return endOf(item, seen, () => item.error ?? unresolved(item));
}

/** `why` returns why the item is open if the change isn't visible. */
function endOf(item: StoredItem, seen: Seen, why: () => DeskError): ItemEnd {
  switch (seen.state) {
    case 'in-effect':
      return { state: 'verified', outcome: seen.outcome };
    case 'accepted':
      return {
        state: 'accepted',
        outcome: seen.outcome,
        error: notShown(item, 'verification-failed', seen.what),
      };
    case 'unreadable':
      return {
        state: 'unknown',
        outcome: { ...seen.outcome, isUnconfirmed: true },
        error: notShown(item, 'outcome-unknown', seen.what),
      };
    case 'as-before':
      return { state: 'unknown', error: why() };
    case 'unproven':
      return { state: 'unknown', error: notProven(item, seen.what), arrivals: seen.arrivals };
    case 'partial':
      return { state: 'incomplete', error: { ...why(), detail: seen.what }, outcome: seen.outcome };
    case 'different':
      return different(item, seen);
  }
}

function different(item: StoredItem, { what, outcome }: Extract<Seen, { state: 'different' }>): ItemEnd {
  return {
    state: 'different',
    ...(outcome === undefined ? {} : { outcome }),
    error: failure(
      'verification-failed',
      `${item.targetName} is neither unchanged nor fully applied: it was also changed by someone else. ${what}`,
      { detail: what },
    ).error,
  };
}

function notShown(
  item: StoredItem,
  code: 'verification-failed' | 'outcome-unknown',
  what: string,
): DeskError {
  return failure(code, `The change of ${item.targetName} couldn’t be verified. ${what}`, { detail: what })
    .error;
}

function notProven(item: StoredItem, what: string): DeskError {
  return failure(
    'outcome-unknown',
    `The response for ${item.targetName} was lost. Specify below whether this change created the new items.`,
    { detail: what },
  ).error;
}

function isNewTarget(item: StoredItem, { targetId }: OutcomeBase): boolean {
  return targetId !== '' && targetId !== item.plannedTargetId;
}

/** The state of an item that was still being applied, for example after a crash, isn't known. */
function openStateOf({ state }: StoredItem): ItemEnd['state'] {
  return state === 'incomplete' || state === 'different' ? state : 'unknown';
}

function outdated(item: StoredItem, what: string): DeskError {
  return failure(
    'plan-outdated',
    `${item.targetName} changed in the tenant after the review. Nothing was sent. Review the change again.`,
    { detail: what },
  ).error;
}

function unresolved(item: StoredItem): DeskError {
  return failure(
    'outcome-unknown',
    `It isn’t known whether the change of ${item.targetName} took effect. Check its status.`,
  ).error;
}

function unseenAfterAcceptance(item: StoredItem): DeskError {
  return failure(
    'verification-failed',
    `The tenant accepted the change of ${item.targetName}, but doesn’t show it yet. Check its status.`,
  ).error;
}

/** Keeps the reason why there was no response visible, because a person can act on it. */
function notSeen(item: StoredItem, cause: DeskError): DeskError {
  if (cause.code === 'verification-failed' || cause.code === 'outcome-unknown') return cause;
  return {
    ...cause,
    message: `It isn’t known whether the change of ${item.targetName} took effect. ${cause.message}`,
  };
}
