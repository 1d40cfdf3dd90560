import type { AssignmentState } from '../../contract/roles/roles.ts';
import { everybodyId, assignmentStateSchema } from '../../contract/roles/roles.ts';
import { assignmentKindName, assignmentOf } from '../../contract/roles/assignment-target.ts';
import type { Change, ChangeDescription, Step } from '../changes/kind/change-kind.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import { failure } from '../platform/errors/failure.ts';
import { counted } from '../../languages/text/intl.ts';
import { requireAssignment } from './assignment-target.ts';
import type { AssignmentReads } from './assignment-reads.ts';

/** Describes the assignment of an application to a role. Throws with the reason when it can't be changed. */
export async function describeAssignment(
  reads: AssignmentReads,
  change: Change<AssignmentState>,
  context: ChangeContext,
): Promise<ChangeDescription> {
  const { before, after } = bothSides(change);
  const { applicationId, roleId } = requireAssignment(change.targetId);
  await rejectAutomatic(reads, change, context);
  const { application, role } = before;
  const count = await reads.memberCount(roleId, context);
  const people = count === undefined ? undefined : peopleText(count);
  const verb = after.isPublished ? 'gain' : 'lose';
  const isLast = !after.isPublished && (await isLastRole(reads, { applicationId, roleId }, context));
  return {
    title: after.isPublished ? `Assign to ${role}` : `Unassign from ${role}`,
    summary:
      people === undefined
        ? `Unknown how many users ${verb} access`
        : `${roleId === everybodyId ? '' : 'Up to '}${people} ${count === 1 ? `${verb}s` : verb} it`,
    warnings: [
      ...(roleId === everybodyId ? [everybodyWarning(application, people, after)] : []),
      ...(isLast ? [`${application} won’t be assigned to any role: no one can use it.`] : []),
      ...(isSentAlone(change) ? [undocumentedRequest] : []),
    ],
    steps: [
      { method: 'POST', path: '/SaasManage/GetRoleApps', words: `Read the current applications of ${role}` },
      { method: 'POST', path: '/SaasManage/GetApplication', words: `Read the current ${application}` },
      writeStep(change, role),
      { words: `Verify ${application} and the applications of ${role}` },
    ],
    ...(after.isPublished
      ? { sendMode: isSentAlone(change) ? 'publish-application' : 'update-application' }
      : {}),
  };
}

/** True when only the new role is sent: the user chose it, and only adding a role has such a request. */
export function isSentAlone({ after, sendMode }: Change<AssignmentState>): boolean {
  return sendMode === 'publish-application' && after?.isPublished === true;
}

const undocumentedRequest =
  'The platform doesn’t document the payload of PublishApplication. A tenant may reject it; then nothing is changed.';

function writeStep(change: Change<AssignmentState>, role: string): Step {
  if (isSentAlone(change)) {
    const text = `Add ${role} and send nothing else`;
    return { method: 'POST', path: '/SaasManage/PublishApplication', words: text };
  }
  const text = `Send the full record, ${change.after?.isPublished === true ? 'assigned to' : 'unassigned from'} ${role}`;
  return { method: 'POST', path: '/SaasManage/UpdateApplicationDE', words: text };
}

/** Both states; throws `not-found` where there is nothing to change, and `invalid-input` for what is no change of one. */
export function bothSides({ before, after }: Change<AssignmentState>) {
  if (before !== null && after !== null) return { before, after };
  if (after !== null) {
    throw failure(
      'not-found',
      `${after.application} or the role ${after.role} no longer exists, so it can’t be changed.`,
    );
  }
  throw failure('invalid-input', 'An assignment can be added or removed, but not deleted.');
}

/** Throws `invalid-input` for an assignment made by a rule of the tenant: removing it would not last. */
export async function rejectAutomatic(
  reads: AssignmentReads,
  { targetId, before }: Change<AssignmentState>,
  context: ChangeContext,
): Promise<void> {
  const { applicationId, roleId } = requireAssignment(targetId);
  const granted = (await reads.applicationsOf(roleId, context))?.get(applicationId);
  if (granted?.isAutomatic !== true) return;
  throw failure(
    'invalid-input',
    `A rule of the tenant assigns ${before?.application ?? granted.name} to ${before?.role ?? roleId}. Change the rule in the admin portal instead.`,
  );
}

function everybodyWarning(
  application: string,
  people: string | undefined,
  { isPublished }: AssignmentState,
): string {
  if (isPublished) {
    return people === undefined
      ? `Everyone who can sign in will see ${application}.`
      : `All ${people} who can sign in will see ${application}.`;
  }
  return `Only members of other roles that have ${application} will be able to use it.`;
}

function peopleText(count: number): string {
  return counted(count, 'person', 'people');
}

/** True when no role has the application after the whole plan is applied. Stops at the first role that has it. */
async function isLastRole(
  reads: AssignmentReads,
  { applicationId, roleId }: { readonly applicationId: string; readonly roleId: string },
  context: ChangeContext,
): Promise<boolean> {
  const wanted = (await plannedOf(context)).get(applicationId) ?? new Map<string, boolean>();
  if ([...wanted].some(([id, isPublished]) => isPublished && id !== roleId)) return false;
  for (const { id } of await reads.roles(context)) {
    if (id === roleId || wanted.get(id) === false) continue;
    if ((await reads.applicationsOf(id, context))?.has(applicationId) === true) return false;
  }
  return true;
}

/** The assignments that the current plan requests, by application and role. */
function plannedOf({
  reads,
  planned,
}: ChangeContext): Promise<ReadonlyMap<string, ReadonlyMap<string, boolean>>> {
  return reads.once('publication:planned', async () => {
    const byApplication = new Map<string, Map<string, boolean>>();
    for (const { kind, targetId, wanted } of planned ?? []) {
      const target = kind === assignmentKindName && targetId !== null ? assignmentOf(targetId) : undefined;
      const state = assignmentStateSchema.safeParse(wanted);
      if (target === undefined || !state.success) continue;
      const roles = byApplication.get(target.applicationId) ?? new Map<string, boolean>();
      roles.set(target.roleId, state.data.isPublished);
      byApplication.set(target.applicationId, roles);
    }
    return byApplication;
  });
}
