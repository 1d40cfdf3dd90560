import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { LinkTarget } from '../../../contract/links/deep-link.ts';
import type { Place } from '../../../contract/links/links.ts';
import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { isSameAddress } from '../../../contract/values/normalized-address.ts';
import { shortened } from '../../../contract/values/shortened.ts';
import type { ArrivedLink } from './arrived-links.ts';
import { failure } from '../../platform/errors/failure.ts';

export type NamedTenant = Pick<TenantProfile, 'id' | 'name' | 'baseUrl'>;

/** Finds the tenant of a link among those of this installation. Throws `not-found` and `invalid-input`. */
export function placeOfLink(target: LinkTarget, tenants: readonly NamedTenant[]): Place {
  if (target.scope === 'global') return { ...target, rest: [...target.rest] };
  const { tenant: named, view, rest } = target;
  const [tenant, ...others] = matching(named, tenants);
  if (tenant === undefined)
    throw failure(
      'not-found',
      `${shortened(named)} isn’t one of your tenants. Add it, then open the link again.`,
    );
  if (others.length > 0)
    throw failure(
      'invalid-input',
      `Several of your tenants match ${shortened(named)}. Open it from the list of tenants instead.`,
    );
  return { scope: 'tenant', tenantId: tenant.id, view, rest: [...rest] };
}

/** By URL; by the exact name; and only if no name is exactly this one, in any case. */
function matching(named: string, tenants: readonly NamedTenant[]): readonly NamedTenant[] {
  if (named.includes('://')) return tenants.filter(({ baseUrl }) => isSameAddress(baseUrl, named));
  const exact = tenants.filter(({ name }) => name === named);
  const folded = named.toLowerCase();
  return exact.length > 0 ? exact : tenants.filter(({ name }) => name.toLowerCase() === folded);
}

/** The tenant of what is to be opened; undefined for what belongs to none, and for a link that opens nothing. */
export function tenantOfArrived(link: ArrivedLink, tenants: readonly NamedTenant[]): string | undefined {
  if (link instanceof DeskFailure) return undefined;
  const place = 'place' in link ? link.place : placeOfLink(link.target, tenants);
  return place.scope === 'tenant' ? place.tenantId : undefined;
}
