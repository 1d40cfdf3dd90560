import type { Role } from '../../contract/roles/roles.ts';
import type { ApplicationRole } from '../tenants/endpoints/role-applications.ts';
import { readRoleApplications } from '../tenants/endpoints/role-applications.ts';
import { readRoles } from '../tenants/endpoints/role-rows.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { CallContext } from '../../contract/bridge/methods.ts';
import { inOrder } from '../platform/timing/in-order.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { ageOf } from '../platform/timing/steady-clock.ts';

/**
 * Which roles have an application. The tenant reports it only role by role, so all roles are read once for many
 * applications: a plan that deletes a thousand must not read them a thousand times.
 */
export interface ApplicationRoles {
  rolesOf(tenantId: string, applicationId: string, call: CallContext): Promise<readonly ApplicationRole[]>;
  /** After a request that assigned something. */
  forget(tenantId: string): void;
}

/** Milliseconds: a run is complete by then, or reads them again. */
const maxAgeMs = 10_000;
/** Concurrent requests while all roles are read. */
const rolesAtOnce = 4;

interface Reading {
  readonly at: number;
  readonly byApplication: Promise<ReadonlyMap<string, readonly ApplicationRole[]>>;
}

export function createApplicationRoles(client: TenantClient, now: () => number): ApplicationRoles {
  const readings = new Map<string, Reading>();

  async function readAll(
    tenantId: string,
    call: CallContext,
  ): Promise<ReadonlyMap<string, readonly ApplicationRole[]>> {
    const { rows: roles } = await readRoles(client, { tenantId, isFresh: true }, call);
    const byApplication = new Map<string, ApplicationRole[]>();
    const read = inOrder(roles, rolesAtOnce, async (role) => {
      call.signal.throwIfAborted();
      return { role, applications: await applicationsOf(tenantId, role, call) };
    });
    for await (const { role, applications } of read) {
      for (const { id, isAutomatic } of applications) {
        const having = byApplication.get(id) ?? [];
        having.push({ ...role, isAutomatic });
        byApplication.set(id, having);
      }
    }
    return byApplication;
  }

  async function applicationsOf(tenantId: string, { id }: Role, call: CallContext) {
    try {
      return (await readRoleApplications(client, { tenantId, roleId: id }, call)).rows;
    } catch (error) {
      // A role that was deleted in the meantime has no applications.
      if (toDeskError(error).code === 'not-found') return [];
      throw error;
    }
  }

  return {
    async rolesOf(tenantId, applicationId, call) {
      const known = readings.get(tenantId);
      const isYoung = known !== undefined && ageOf(known.at, now()) < maxAgeMs;
      const reading = isYoung ? known : { at: now(), byApplication: readAll(tenantId, call) };
      readings.set(tenantId, reading);
      reading.byApplication.catch(() => {
        if (readings.get(tenantId) === reading) readings.delete(tenantId);
      });
      return (await reading.byApplication).get(applicationId) ?? [];
    },
    forget: (tenantId) => void readings.delete(tenantId),
  };
}
