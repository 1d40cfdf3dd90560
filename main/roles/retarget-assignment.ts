import type { AssignmentState } from '../../contract/roles/roles.ts';
import { assignmentTarget } from '../../contract/roles/assignment-target.ts';
import type { ChangeContext } from '../changes/kind/change-context.ts';
import type { ForeignChange, Retargeted } from '../changes/kind/retarget.ts';
import { isSameName, onlyMatch } from '../changes/kind/retarget.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { readApplications } from '../tenants/endpoints/application-rows.ts';
import type { AssignmentReads } from './assignment-reads.ts';

/** The same assignment of the application and the role with these names. */
export async function retargetAssignment(
  { client, reads }: { readonly client: TenantClient; readonly reads: AssignmentReads },
  { base, wanted }: ForeignChange<AssignmentState>,
  context: ChangeContext,
): Promise<Retargeted<AssignmentState>> {
  const state = base ?? wanted;
  if (state === null) return { skipped: 'It assigns nothing.' };
  const { tenant, call } = context;
  const { rows } = await context.reads.once('applications of assignments', () =>
    readApplications(client, { tenantId: tenant.id, isFresh: true }, call),
  );
  const application = onlyMatch(
    rows.filter(({ name }) => isSameName(name, state.application)),
    `application “${state.application}”`,
    tenant.name,
  );
  if ('skipped' in application) return application;
  const roles = await reads.roles(context);
  const role = onlyMatch(
    roles.filter(({ name }) => isSameName(name, state.role)),
    `role “${state.role}”`,
    tenant.name,
  );
  if ('skipped' in role) return role;
  const targetId = assignmentTarget({ applicationId: application.match.id, roleId: role.match.id });
  return { targetId, base, wanted, notes: [] };
}
