import type { Role } from '../../../contract/roles/roles.ts';
import { everybodyId } from '../../../contract/roles/roles.ts';

export interface Coverage {
  /** Names of the roles, the one with the most applications first. */
  readonly categories: readonly string[];
  readonly byHand: readonly number[];
  readonly byRule: readonly number[];
  /** Applications that no role has. */
  readonly roleless: number;
  readonly everybody: number;
  readonly emptyRoles: number;
}

interface Granted {
  granted(roleId: string): ReadonlySet<string>;
  isAutomatic(applicationId: string, roleId: string): boolean;
}

/** How far the roles of a tenant reach, as far as they were read. */
export function coverageOf(
  applications: readonly { readonly id: string }[],
  roles: readonly Role[],
  { granted, isAutomatic }: Granted,
): Coverage {
  const covered = new Set<string>();
  const bars = roles.map((role) => {
    const has = granted(role.id);
    let byRule = 0;
    for (const id of has) {
      covered.add(id);
      if (isAutomatic(id, role.id)) byRule += 1;
    }
    return { name: role.name, byHand: has.size - byRule, byRule };
  });
  bars.sort((one, other) => other.byHand + other.byRule - (one.byHand + one.byRule));
  return {
    categories: bars.map(({ name }) => name),
    byHand: bars.map(({ byHand }) => byHand),
    byRule: bars.map(({ byRule }) => byRule),
    roleless: applications.filter(({ id }) => !covered.has(id)).length,
    everybody: granted(everybodyId).size,
    emptyRoles: bars.filter(({ byHand, byRule }) => byHand + byRule === 0).length,
  };
}
