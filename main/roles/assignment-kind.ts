import { z } from 'zod';
import type { AssignmentState } from '../../contract/roles/roles.ts';
import { assignmentStateSchema } from '../../contract/roles/roles.ts';
import { assignmentKindName, assignmentOf } from '../../contract/roles/assignment-target.ts';
import type { Change, ChangeKind, Observation } from '../changes/kind/change-kind.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import { flag } from '../changes/kind/part.ts';
import { failure } from '../platform/errors/failure.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { RoleAssignmentEntry } from '../tenants/endpoints/application-update.ts';
import {
  applicationLane,
  changedSince,
  findApplicationMembers,
  sentMembersOf,
  sentMembersSchema,
} from '../tenants/endpoints/application-members.ts';
import { publishApplication, updateApplication } from '../tenants/endpoints/application-update.ts';
import { comparedAssignments } from './compared-assignments.ts';
import { storeAssignments } from './offline-assignments.ts';
import type { AssignmentReads } from './assignment-reads.ts';
import { createAssignmentReads } from './assignment-reads.ts';
import { retargetAssignment } from './retarget-assignment.ts';
import { requireAssignment } from './assignment-target.ts';
import { bothSides, describeAssignment, isSentAlone, rejectAutomatic } from './assignment-text.ts';

export interface AssignmentKindParts {
  readonly client: TenantClient;
  readonly cache: SnapshotCache;
}

const outcomeSchema = z.object({
  targetId: z.string(),
  /** The application as it was when it was sent: only its assignments may have changed. */
  sent: sentMembersSchema.optional(),
});

type Outcome = z.infer<typeof outcomeSchema>;

/**
 * Whether an application is assigned to a role. The full application is sent together with the added and removed
 * roles, as rule 2 of the application endpoints in the platform specification requires. If the user chooses so, a role is added
 * with a separate request (PublishApplication), whose payload isn't documented.
 */
export function createAssignmentKind({
  client,
  cache,
}: AssignmentKindParts): ChangeKind<AssignmentState, undefined, Outcome> {
  const reads = createAssignmentReads(client);
  return {
    name: assignmentKindName,
    version: 1,
    noun: { one: 'assignment', many: 'assignments' },
    state: assignmentStateSchema,
    notes: z.undefined(),
    outcome: outcomeSchema,
    parts: [flag<AssignmentState>('isPublished', 'Assigned', { yes: 'yes', no: 'no' })],
    compared: comparedAssignments(cache, reads),
    isIndependent: true,
    laneOf: (targetId) => applicationLane(assignmentOf(targetId)?.applicationId ?? targetId),
    nameOf: ({ application }) => application,

    async read(targetId, context) {
      const { applicationId, roleId } = requireAssignment(targetId);
      const [role, granted] = await Promise.all([
        reads.role(roleId, context),
        reads.applicationsOf(roleId, context),
      ]);
      if (role === undefined || granted === undefined) return undefined;
      const isPublished = granted.has(applicationId);
      const application =
        granted.get(applicationId)?.name ?? (await reads.applicationName(applicationId, context));
      return application === undefined ? undefined : { application, role: role.name, isPublished };
    },

    retarget: (change, context) => retargetAssignment({ client, reads }, change, context),

    describe: (change, context) => describeAssignment(reads, change, context),

    async begin(change, context) {
      await rejectAutomatic(reads, change, context);
      return undefined;
    },

    apply: (change, context) => applyAssignment({ client, reads }, change, context),
    observe: (change, outcome, context) => observeAssignment({ client, reads }, change, outcome, context),

    remember(changes, tenantId) {
      const read = changes.flatMap(({ targetId, state }) => {
        const assignment = assignmentOf(targetId);
        if (assignment === undefined || state === null) return [];
        return [{ ...assignment, name: state.application, isPublished: state.isPublished }];
      });
      storeAssignments(cache, tenantId, read);
    },
  };
}

interface LiveParts {
  readonly client: TenantClient;
  readonly reads: AssignmentReads;
}

async function applyAssignment(
  { client, reads }: LiveParts,
  change: Change<AssignmentState>,
  context: ChangeContext,
): Promise<Outcome> {
  const { targetId } = change;
  const { after } = bothSides(change);
  const { applicationId, roleId } = requireAssignment(targetId);
  const { tenant, call } = context;
  const role = await reads.role(roleId, context);
  // Bypasses every cache: what someone else changed in the application a moment ago must stay.
  const live = await findApplicationMembers(client, { tenantId: tenant.id, id: applicationId }, call);
  if (role === undefined || live === undefined) {
    throw failure(
      'plan-outdated',
      `${role === undefined ? `The role ${after.role}` : after.application} no longer exists. Nothing was sent.`,
    );
  }
  const entry: RoleAssignmentEntry = {
    Name: role.name,
    ID: roleId,
    RoleType: role.type,
    Automatic: false,
    Application: applicationId,
    Role: roleId,
  };
  const { members } = live;
  const application = { tenantId: tenant.id, id: applicationId };
  if (isSentAlone(change)) {
    await publishApplication(client, { ...application, name: members.name, roles: [entry] }, call);
  } else {
    const appRoles = after.isPublished
      ? { Publish: [entry], UnPublish: [] }
      : { Publish: [], UnPublish: [entry] };
    await updateApplication(client, { ...application, members, appRoles }, call);
  }
  return { targetId, sent: sentMembersOf(members) };
}

async function observeAssignment(
  { client, reads }: LiveParts,
  change: Change<AssignmentState>,
  outcome: Outcome | undefined,
  context: ChangeContext,
): Promise<Observation<Outcome>> {
  const { targetId } = change;
  const { after } = bothSides(change);
  const { applicationId, roleId } = requireAssignment(targetId);
  const { tenant, call } = context;
  const [live, granted] = await Promise.all([
    findApplicationMembers(client, { tenantId: tenant.id, id: applicationId }, call),
    reads.applicationsOf(roleId, context),
  ]);
  if (live === undefined) return { state: 'different', what: 'The application no longer exists.' };
  if (granted === undefined) return { state: 'different', what: `The role ${after.role} no longer exists.` };
  const grant = granted.get(applicationId);
  if ((grant !== undefined) !== after.isPublished) {
    return grant?.isAutomatic === true
      ? { state: 'different', what: 'Assigned to the role by a rule of the tenant.' }
      : { state: 'as-before' };
  }
  const changed = outcome?.sent === undefined ? [] : changedSince(outcome.sent, live.members);
  if (changed.length === 0) return { state: 'in-effect', outcome: outcome ?? { targetId } };
  const what = `The assignment was applied, but this changed with it: ${changed.join(', ')}.`;
  return { state: 'different', what, outcome: { targetId } };
}
