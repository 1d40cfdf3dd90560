import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { isSameAddress } from '../../../contract/values/normalized-address.ts';
import { failure } from '../../platform/errors/failure.ts';

/** The name as one word, for completion: no shell has to quote it. */
export const tenantSlug = (name: string): string =>
  name
    .trim()
    .replaceAll(/[^\p{L}\p{N}._]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/**
 * The tenant that is meant: by ID, name (any case, also as one word such as acme-production) or URL; without one the only one there is. Throws `invalid-input` with the
 * names to choose from.
 */
export function chooseTenant(tenants: readonly TenantProfile[], wanted: string | undefined): TenantProfile {
  if (wanted === undefined) {
    const [only, ...others] = tenants;
    if (only === undefined) {
      throw failure(
        'invalid-input',
        'There is no tenant yet. Add one with tdesk tenants add, or set TDESK_TENANT_URL.',
      );
    }
    if (others.length === 0) return only;
    throw failure('invalid-input', `Name the tenant with --tenant: ${namesOf(tenants)}.`);
  }
  const byId = tenants.find(({ id }) => id === wanted);
  if (byId !== undefined) return byId;
  const found = tenants.filter(({ name, baseUrl }) => isNamed(name, wanted) || isAt(baseUrl, wanted));
  const [first, second] = found;
  if (first === undefined) {
    const known = tenants.length === 0 ? '' : ` There are: ${namesOf(tenants)}.`;
    throw failure('invalid-input', `There is no tenant ${wanted}.${known}`);
  }
  if (second === undefined) return first;
  throw failure(
    'invalid-input',
    `${found.length} tenants are called ${wanted}. Name one by ID: ${found.map(({ id }) => id).join(', ')}.`,
  );
}

const namesOf = (tenants: readonly TenantProfile[]): string => tenants.map(({ name }) => name).join(', ');

const isNamed = (name: string, wanted: string): boolean => {
  const asTyped = wanted.trim().toLocaleLowerCase();
  return [name.trim(), tenantSlug(name)].some((each) => each.toLocaleLowerCase() === asTyped);
};

const isAt = (baseUrl: string, wanted: string): boolean =>
  URL.canParse(wanted) && isSameAddress(baseUrl, wanted);
