/* eslint-disable svelte/prefer-svelte-reactivity -- these maps and sets are replaced with every change and never mutated afterwards */
import { untrack } from 'svelte';
import type { Desk } from '../../../../contract/bridge/desk.ts';
import type { MemberCounts, AssignmentsDraft, Role } from '../../../../contract/roles/roles.ts';
import { everybodyId } from '../../../../contract/roles/roles.ts';
import { compareNames } from '../../../../contract/values/name-order.ts';
import type { DraftOpening } from '../../../drafts/follow-tenant.svelte.ts';
import { followTenant } from '../../../drafts/follow-tenant.svelte.ts';
import type { Resource } from '../../../state/resource.svelte.ts';
import { onTenantChange, tenantResource } from '../../../state/tenant-resource.svelte.ts';
import type { Workspace } from '../../../state/workspace.svelte.ts';
import type { KnownPeople, PeopleEffect } from './people-effect.ts';
import { peopleEffect } from './people-effect.ts';
import { AssignmentEdits } from './assignment-edits.svelte.ts';
import { RoleData } from '../../../tenant/role-data.svelte.ts';

/** Shared state of the Roles view and the Roles tab: roles, assignments and pending changes of a tenant. */
export interface RolesModel {
  readonly tenantId: string;
  readonly roles: Resource<readonly Role[]>;
  /** Everybody first, then by name. */
  readonly ordered: readonly Role[];
  readonly data: RoleData;
  readonly edits: AssignmentEdits;
  readonly opening: DraftOpening;
  readonly effect: PeopleEffect;
  /** Number of members of a role; undefined if unknown. */
  memberCount(roleId: string): number | undefined;
  /** Why the counts are unknown. */
  readonly countsReason: string | undefined;
  /** Reloads the assignments from the tenant. */
  reload(): void;
}

const untouched: AssignmentsDraft = { cells: [] };
/** Up to this many roles, members are loaded for exact counts of affected users; beyond it, counts are upper bounds. */
const maxRolesPerRequest = 40;

/** Loads the roles of a tenant and keeps them current. Call during component initialization. */
export function followRoles(desk: Desk, workspace: Workspace, tenantId: () => string): RolesModel {
  const id = untrack(tenantId);
  const edits = new AssignmentEdits(desk, id);
  const data = new RoleData(desk, id);
  const roles = tenantResource<readonly Role[]>(workspace, tenantId, (freshness, signal) =>
    desk.roles.list({ tenantId: id, freshness }, { signal }),
  );
  const counts = tenantResource<MemberCounts>(workspace, tenantId, (freshness, signal) =>
    desk.roles.memberCounts({ tenantId: id, freshness }, { signal }),
  );
  const opening = followTenant(edits.draft, () => untouched);
  const ordered = $derived((roles.data ?? []).toSorted(inOrder));

  /** Roles with pending changes first: the user is waiting for them. */
  function readAll(): void {
    const pending = new Set(edits.cells.map(({ roleId }) => roleId));
    const first = ordered.filter((role) => pending.has(role.id));
    void data.load([...first, ...ordered.filter((role) => !pending.has(role.id))]);
  }

  let revision = $state(0);
  onTenantChange(workspace, tenantId, () => {
    revision += 1;
    return () => data.stop();
  });
  const listed = $derived(`${revision} ${ordered.map((role) => role.id).join('\n')}`);
  $effect(() => {
    void listed;
    untrack(readAll);
  });

  // A cell whose wanted value is now on the tenant is no longer a change.
  $effect(() => {
    void data.version;
    if (!edits.draft.isOpen) return;
    untrack(() =>
      edits.drop(
        (cell) =>
          data.isKnown(cell.roleId) && data.isGranted(cell.applicationId, cell.roleId) === cell.wanted,
      ),
    );
  });

  const concerned = $derived(
    new Set(edits.cells.flatMap((cell) => [cell.roleId, ...data.rolesOf(cell.applicationId)])),
  );
  $effect(() => {
    const ids = [...concerned];
    if (ids.length > 0 && ids.length <= maxRolesPerRequest) untrack(() => void data.askMembers(ids));
  });

  const memberCount = (roleId: string): number | undefined =>
    counts.data?.isKnown === true ? counts.data.counts[roleId] : undefined;
  const known: KnownPeople = {
    members: (roleId) => data.members(roleId),
    count: memberCount,
    rolesOf: (applicationId) => data.rolesOf(applicationId),
  };
  const effect = $derived(peopleEffect(edits.cells, known));

  return {
    tenantId: id,
    roles,
    data,
    edits,
    opening,
    memberCount,
    get ordered() {
      return ordered;
    },
    get effect() {
      return effect;
    },
    get countsReason() {
      return counts.data?.isKnown === false ? counts.data.reason : undefined;
    },
    reload: readAll,
  };
}

function inOrder(one: Role, other: Role): number {
  if (one.id === everybodyId || other.id === everybodyId) return one.id === everybodyId ? -1 : 1;
  return compareNames(one.name, other.name);
}
