import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { formatNumber } from '../../../languages/text/intl.ts';

/** A change of a change set that was made for another tenant. */
export interface ForeignChange<State> {
  readonly targetId: string | null;
  readonly base: State | null;
  readonly wanted: State | null;
  /** The profile of the tenant that it was made for; undefined if there is none here. */
  readonly madeFor: TenantProfile | undefined;
}

/** The same change in this tenant, or the reason why there is none. */
export type Retargeted<State> =
  | {
      readonly targetId: string | null;
      readonly base: State | null;
      readonly wanted: State | null;
      /** What isn't applied, and what to watch for: whole sentences. */
      readonly notes: readonly string[];
    }
  | { readonly skipped: string };

/**
 * The only item with this name. Names aren't unique, so both none and several are no match.
 * Example: `onlyMatch(webhooks, 'webhook “Slack”', 'Globex')`.
 */
export function onlyMatch<Item>(
  items: readonly Item[],
  label: string,
  tenantName: string,
): { readonly match: Item } | { readonly skipped: string } {
  const [match] = items;
  if (match === undefined) return { skipped: `${tenantName} has no ${label}.` };
  if (items.length > 1) {
    return {
      skipped: `In ${tenantName} ${formatNumber(items.length)} match ${label}. Rename all but one.`,
    };
  }
  return { match };
}

/** Equal for names that identify the same item in two tenants. */
export const nameKey = (name: string): string => name.trim();

export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);
