import type { ApplicationState } from '../../contract/applications.ts';
import type { ChangeContext, Observation } from '../changes/kind/change-kind.ts';
import { differingParts, isSamePart } from '../changes/kind/compare-states.ts';
import { isSameText } from '../changes/kind/three-way-merge.ts';
import { failure } from '../platform/failure.ts';
import type { ApplicationMembers } from '../tenants/endpoints/application-members.ts';
import { updateApplication } from '../tenants/endpoints/application-members.ts';
import type { ApplicationOutcome } from './add-application.ts';
import { applicationParts, changedParts, labelsOf, stateOf, withChanges } from './application-parts.ts';
import type { ApplicationChangeParts } from './live-applications.ts';
import { findMembers, requireMembers } from './live-applications.ts';

export interface ApplicationEdit {
  readonly targetId: string;
  readonly before: ApplicationState;
  readonly after: ApplicationState;
}

/**
 * Reads, merges, sends whole: what the person did not change is sent as the tenant has it at this moment. Throws
 * `plan-outdated`, with nothing sent, where somebody else changed the same part at the last moment.
 */
export async function applyEdit(
  parts: ApplicationChangeParts,
  edit: ApplicationEdit,
  context: ChangeContext,
): Promise<ApplicationOutcome> {
  const { tenant, call, reads } = context;
  reads.forget();
  const now = await requireMembers(parts, edit.targetId, context);
  const drifted = changedParts(edit.before, edit.after).filter(
    (part) => !isSamePart(part, edit.before, stateOf(now)),
  );
  if (drifted.length > 0) {
    throw failure(
      'plan-outdated',
      `${now.name} changed in ${tenant.name} a moment ago (${labelsOf(drifted)}). Nothing was sent. Review the change again.`,
    );
  }
  const sent = withChanges(now, edit);
  await updateApplication(parts.client, { tenantId: tenant.id, id: edit.targetId, members: sent }, call);
  return { targetId: edit.targetId, sent };
}

export async function observeEdit(
  parts: ApplicationChangeParts,
  { targetId, before, after }: ApplicationEdit,
  outcome: ApplicationOutcome | undefined,
  context: ChangeContext,
): Promise<Observation<ApplicationOutcome>> {
  const members = await findMembers(parts, targetId, context);
  if (members === undefined) return { state: 'different', what: 'The application is no longer there.' };
  const now = stateOf(members);
  const changed = changedParts(before, after);
  const missing = changed.filter((part) => !isSamePart(part, after, now));
  if (missing.length === 0) {
    const alsoChanged = outcome?.sent === undefined ? [] : differingMembers(outcome.sent, members);
    if (alsoChanged.length === 0) return { state: 'in-effect', outcome: outcome ?? { targetId } };
    const what = `It is as wanted, but this changed with it: ${alsoChanged.join(', ')}.`;
    return { state: 'different', what, outcome: { targetId } };
  }
  if (changed.every((part) => isSamePart(part, before, now))) return { state: 'as-before' };
  return { state: 'different', what: `Not as wanted: ${labelsOf(missing)}.` };
}

/** What an application that shall be deleted no longer has in common with what was reviewed; empty for nothing. */
export function driftOf(before: ApplicationState, now: ApplicationState): string {
  return labelsOf(differingParts(applicationParts, before, now));
}

/** The members in which an application differs from what was sent, in plain words. */
function differingMembers(sent: ApplicationMembers, now: ApplicationMembers): string[] {
  return [
    ...(sent.name.trim() === now.name.trim() ? [] : ['name']),
    ...(isSameText(sent.description.trim(), now.description.trim()) ? [] : ['description']),
    ...(sent.icon === now.icon ? [] : ['icon']),
    ...(isSameText(sent.script, now.script) ? [] : ['script']),
    ...(JSON.stringify(sent.samlAttributes) === JSON.stringify(now.samlAttributes)
      ? []
      : ['SAML attributes']),
  ];
}
