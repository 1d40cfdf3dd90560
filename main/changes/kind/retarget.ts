import type { TenantProfile } from '../../../contract/tenants/tenants.ts';
import { formatNumber } from '../../../languages/text/intl.ts';

/** A change of a change-set that was made for another tenant. */
export interface ElsewhereChange<State> {
  readonly targetId: string | null;
  readonly base: State | null;
  readonly wanted: State | null;
  /** The profile of the tenant that it was made for; undefined where it is not among those of this desk. */
  readonly madeFor: TenantProfile | undefined;
}

/** The same change in this tenant, or why there is none. */
export type Retargeted<State> =
  | {
      readonly targetId: string | null;
      readonly base: State | null;
      readonly wanted: State | null;
      /** What of it stays behind, and what to mind: whole sentences. */
      readonly notes: readonly string[];
    }
  | { readonly leftOut: string };

/**
 * The only one of the things that are called so: names are no identifiers, so that none and several are both no answer.
 * Example: `onlyMatch(webhooks, 'webhook “Slack”', 'Globex')`.
 */
export function onlyMatch<Thing>(
  things: readonly Thing[],
  called: string,
  tenantName: string,
): { readonly match: Thing } | { readonly leftOut: string } {
  const [match] = things;
  if (match === undefined) return { leftOut: `${tenantName} has no ${called}.` };
  if (things.length > 1) {
    return {
      leftOut: `In ${tenantName} ${formatNumber(things.length)} match ${called}. Rename all but one.`,
    };
  }
  return { match };
}

/** Equal for names that mean the same thing in two tenants. */
export const nameKey = (name: string): string => name.trim();

export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);
