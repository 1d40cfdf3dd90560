import type { Role } from '../../../contract/roles/roles.ts';
import { everybodyId } from '../../../contract/roles/roles.ts';

export interface Coverage {
  /** Names of the roles, most applications first. */
  readonly categories: readonly string[];
  readonly byHand: readonly number[];
  readonly byRule: readonly number[];
  /** Applications not assigned to any role. */
  readonly unassigned: number;
  readonly everybody: number;
  readonly emptyRoles: number;
}

interface Assignments {
  granted(roleId: string): ReadonlySet<string>;
  isAutomatic(applicationId: string, roleId: string): boolean;
}

/** Assignment coverage of the roles loaded so far. */
export function coverageOf(
  applications: readonly { readonly id: string }[],
  roles: readonly Role[],
  { granted, isAutomatic }: Assignments,
): Coverage {
  const covered = new Set<string>();
  const bars = roles.map((role) => {
    const assigned = granted(role.id);
    let byRule = 0;
    for (const id of assigned) {
      covered.add(id);
      if (isAutomatic(id, role.id)) byRule += 1;
    }
    return { name: role.name, byHand: assigned.size - byRule, byRule };
  });
  bars.sort((one, other) => other.byHand + other.byRule - (one.byHand + one.byRule));
  return {
    categories: bars.map(({ name }) => name),
    byHand: bars.map(({ byHand }) => byHand),
    byRule: bars.map(({ byRule }) => byRule),
    unassigned: applications.filter(({ id }) => !covered.has(id)).length,
    everybody: granted(everybodyId).size,
    emptyRoles: bars.filter(({ byHand, byRule }) => byHand + byRule === 0).length,
  };
}
