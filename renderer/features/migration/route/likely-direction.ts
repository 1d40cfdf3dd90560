import type { Environment, TenantProfile } from '../../../../contract/tenants/tenants.ts';

type Tenant = Pick<TenantProfile, 'id' | 'environment'>;

interface Direction {
  /** Empty: the user has to choose. */
  readonly sourceId: string;
  readonly targetId: string;
}

/** Changes move in this direction. A sandbox is neither before nor after another tenant. */
const stages: readonly Environment[] = ['development', 'staging', 'production'];

/**
 * What a migration that is started in the window of a tenant most likely moves: with one other tenant, from the earlier
 * environment to the later one. Of two sandboxes, the first one is the source. Otherwise the tenant is the target.
 */
export function likelyDirection(tenantId: string, tenants: readonly Tenant[]): Direction {
  const [first, second, ...more] = tenants;
  if (first === undefined || second === undefined || more.length > 0) {
    return { sourceId: '', targetId: tenantId };
  }
  const own = first.id === tenantId ? first : second;
  const other = own === first ? second : first;
  const isFirst = own.environment === other.environment ? own === first : isBefore(own, other);
  return isFirst ? { sourceId: tenantId, targetId: other.id } : { sourceId: other.id, targetId: tenantId };
}

const isBefore = (a: Tenant, b: Tenant): boolean => {
  const [from, to] = [stages.indexOf(a.environment), stages.indexOf(b.environment)];
  return from !== -1 && from < to;
};
