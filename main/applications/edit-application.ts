import type { ApplicationState } from '../../contract/applications/applications.ts';
import type { Observation } from '../changes/kind/change-kind.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import {
  differingParts,
  isIdenticalPart,
  isPartInEffect,
  isSamePart,
} from '../changes/kind/compare-states.ts';
import { failure } from '../platform/errors/failure.ts';
import { changedSince, sentMembersOf } from '../tenants/endpoints/application-members.ts';
import { updateApplication } from '../tenants/endpoints/application-update.ts';
import type { ApplicationOutcome } from './application-records.ts';
import {
  applicationParts,
  changedParts,
  labelsOf,
  membersAs,
  stateOf,
  withChanges,
} from './application-parts.ts';
import type { ApplicationChangeParts } from './live-applications.ts';
import { findMembers, requireMembers } from './live-applications.ts';
import { isNotReadable } from './setting-parts.ts';

export interface ApplicationEdit {
  readonly targetId: string;
  readonly before: ApplicationState;
  readonly after: ApplicationState;
}

/**
 * Reads, merges and sends the full record: parts that weren't edited are sent with their current tenant value. Throws
 * `plan-outdated`, with nothing sent, when someone else changed the same part just before sending.
 */
export async function applyEdit(
  parts: ApplicationChangeParts,
  edit: ApplicationEdit,
  context: ChangeContext,
): Promise<ApplicationOutcome> {
  const { tenant, call, reads } = context;
  reads.forget();
  const hide = await parts.secrets.hiderFor(tenant.id);
  const now = await requireMembers(parts, edit.targetId, context);
  const shown = stateOf(now, hide);
  const drifted = changedParts(edit.before, edit.after).filter(
    (part) => !isIdenticalPart(part, edit.before, shown),
  );
  if (drifted.length > 0) {
    throw failure(
      'plan-outdated',
      `${now.name} changed in ${tenant.name} a moment ago (${labelsOf(drifted)}). Nothing was sent. Review the change again.`,
    );
  }
  const requested = withChanges(shown, edit);
  const members = membersAs(now, requested);
  const settings = await parts.secrets.reveal(tenant.id, requested.settings, {
    live: now.record,
    unknown: 'refuse',
  });
  await updateApplication(parts.client, { tenantId: tenant.id, id: edit.targetId, members, settings }, call);
  const sent = sentMembersOf({ ...members, record: { ...members.record, ...settings } });
  return { targetId: edit.targetId, sent };
}

export async function observeEdit(
  parts: ApplicationChangeParts,
  { targetId, before, after }: ApplicationEdit,
  outcome: ApplicationOutcome | undefined,
  context: ChangeContext,
): Promise<Observation<ApplicationOutcome>> {
  const members = await findMembers(parts, targetId, context);
  if (members === undefined) return { state: 'different', what: 'The application no longer exists.' };
  const now = stateOf(members, await parts.secrets.hiderFor(context.tenant.id));
  const changed = changedParts(before, after);
  const missing = changed.filter(
    (part) => !isPartInEffect(part, { before, after }, now) && !isNotReadable(part, now),
  );
  const unreadable = changed.filter((part) => isNotReadable(part, now));
  const what = `The tenant doesn’t show ${labelsOf(unreadable)}.`;
  // For a secret that can't be read, there is only the tenant's answer.
  if (
    missing.length === 0 &&
    outcome === undefined &&
    unreadable.length > 0 &&
    unreadable.length === changed.length
  )
    return { state: 'unreadable', outcome: { targetId }, what };
  if (missing.length === 0) {
    const alsoChanged = outcome?.sent === undefined ? [] : changedSince(outcome.sent, members);
    if (alsoChanged.length === 0) {
      const known = outcome ?? { targetId };
      return unreadable.length === 0
        ? { state: 'in-effect', outcome: known }
        : { state: 'accepted', outcome: known, what };
    }
    return {
      state: 'different',
      what: `It was applied, but this changed with it: ${alsoChanged.join(', ')}.`,
      outcome: { targetId },
    };
  }
  if (changed.every((part) => isSamePart(part, before, now))) return { state: 'as-before' };
  return { state: 'different', what: `Not applied: ${labelsOf(missing)}.` };
}

/** What changed in an application to be deleted since the review; empty for nothing. */
export function driftOf(before: ApplicationState, now: ApplicationState): string {
  return labelsOf(differingParts(applicationParts, before, now));
}
