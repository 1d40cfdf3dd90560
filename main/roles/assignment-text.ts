import type { PublicationState } from '../../contract/roles/roles.ts';
import {
  everybodyId,
  publicationKindName,
  publicationOf,
  publicationStateSchema,
} from '../../contract/roles/roles.ts';
import type { Change, ChangeDescription, Step } from '../changes/kind/change-kind.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import { failure } from '../platform/errors/failure.ts';
import { counted, plural } from '../../languages/text/intl.ts';
import { requirePublication } from './publication-target.ts';
import type { PublicationReads } from './publication-reads.ts';

/** A change of whether an application is published to a role, in words. Refuses what cannot be changed, with the reason. */
export async function describePublication(
  reads: PublicationReads,
  change: Change<PublicationState>,
  context: ChangeContext,
): Promise<ChangeDescription> {
  const { before, after } = bothSides(change);
  const { applicationId, roleId } = requirePublication(change.targetId);
  await refuseAutomatic(reads, change, context);
  const { application, role } = before;
  const count = await reads.memberCount(roleId, context);
  const people = count === undefined ? undefined : peopleText(count);
  const verb = after.isPublished ? 'gain' : 'lose';
  const isLast = !after.isPublished && (await isLastRole(reads, { applicationId, roleId }, context));
  return {
    title: after.isPublished ? `Publish to ${role}` : `Take away from ${role}`,
    summary:
      people === undefined
        ? `How many people ${verb} it is not known`
        : `${roleId === everybodyId ? '' : 'Up to '}${people} ${plural(count ?? 0, { one: `${verb}s`, other: verb })} it`,
    warnings: [
      ...(roleId === everybodyId ? [everybodyWarning(application, people, after)] : []),
      ...(isLast ? [`${application} is then published to no role: nobody can use it.`] : []),
      ...(isSentAlone(change) ? [undocumentedRequest] : []),
    ],
    steps: [
      { method: 'POST', path: '/SaasManage/GetRoleApps', words: `Read what ${role} has then` },
      { method: 'POST', path: '/SaasManage/GetApplication', words: `Read ${application} as it is then` },
      writeStep(change, role),
      { words: `Read ${application} and what ${role} has back` },
    ],
    ...(after.isPublished
      ? { sendMode: isSentAlone(change) ? 'publish-application' : 'update-application' }
      : {}),
  };
}

/** True where nothing but the new role is sent: a person chose so, and a role is added, for which alone there is such a request. */
export function isSentAlone({ after, sendMode }: Change<PublicationState>): boolean {
  return sendMode === 'publish-application' && after?.isPublished === true;
}

const undocumentedRequest =
  'The platform doesn’t document the payload of PublishApplication. A tenant may reject it; then nothing is changed.';

function writeStep(change: Change<PublicationState>, role: string): Step {
  if (isSentAlone(change)) {
    const words = `Add ${role}, and send nothing else of it`;
    return { method: 'POST', path: '/SaasManage/PublishApplication', words };
  }
  const words = `Send it back whole, ${change.after?.isPublished === true ? 'published to' : 'taken away from'} ${role}`;
  return { method: 'POST', path: '/SaasManage/UpdateApplicationDE', words };
}

/** Both states; throws `not-found` where there is nothing to change, and `invalid-input` for what is no change of one. */
export function bothSides({ before, after }: Change<PublicationState>) {
  if (before !== null && after !== null) return { before, after };
  if (after !== null) {
    throw failure(
      'not-found',
      `${after.application} or the role ${after.role} is no longer there, so nothing of it can be changed.`,
    );
  }
  throw failure('invalid-input', 'An application is published to a role or taken away from it, not deleted.');
}

/** Throws `invalid-input` for a grant that a rule of the tenant makes: taking it away would not last. */
export async function refuseAutomatic(
  reads: PublicationReads,
  { targetId, before }: Change<PublicationState>,
  context: ChangeContext,
): Promise<void> {
  const { applicationId, roleId } = requirePublication(targetId);
  const granted = (await reads.applicationsOf(roleId, context))?.get(applicationId);
  if (granted?.isAutomatic !== true) return;
  throw failure(
    'invalid-input',
    `A rule of the tenant gives ${before?.application ?? granted.name} to ${before?.role ?? roleId}. Change the rule in the administrator portal: taken away here it would come back.`,
  );
}

function everybodyWarning(
  application: string,
  people: string | undefined,
  { isPublished }: PublicationState,
): string {
  if (isPublished) {
    return people === undefined
      ? `All people who can sign in will see ${application}.`
      : `All ${people} who can sign in will see ${application}.`;
  }
  return `Only people of the other roles that have ${application} can use it then.`;
}

function peopleText(count: number): string {
  return counted(count, 'person', 'people');
}

/** True where no role has the application once the whole plan is applied. Asks no further than to the first that has. */
async function isLastRole(
  reads: PublicationReads,
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

/** What the plan that is being made wants of each application, role by role. */
function plannedOf({
  reads,
  planned,
}: ChangeContext): Promise<ReadonlyMap<string, ReadonlyMap<string, boolean>>> {
  return reads.once('publication:planned', async () => {
    const byApplication = new Map<string, Map<string, boolean>>();
    for (const { kind, targetId, wanted } of planned ?? []) {
      const target = kind === publicationKindName && targetId !== null ? publicationOf(targetId) : undefined;
      const state = publicationStateSchema.safeParse(wanted);
      if (target === undefined || !state.success) continue;
      const roles = byApplication.get(target.applicationId) ?? new Map<string, boolean>();
      roles.set(target.roleId, state.data.isPublished);
      byApplication.set(target.applicationId, roles);
    }
    return byApplication;
  });
}
