import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { differenceOf, isExactly } from './webhook-parts.ts';

/** The members of a webhook that distinguish it from others. */
export interface Candidate {
  readonly id: string;
  readonly state: WebhookState;
  /** The marker of its creation; null for none. */
  readonly marker?: string | null;
}

/** How the webhook that a request created is recognized. */
export interface CreationProof {
  readonly marker: string;
  /** The tenant answered that it created it. */
  readonly isAccepted: boolean;
  /** The tenant preserves markers, so a webhook without one was created by something else. */
  readonly keepsMarkers: boolean;
}

export type Search<Found extends Candidate> =
  | { readonly result: 'none' }
  | { readonly result: 'found'; readonly webhook: Found }
  /** Something appeared that may be ours or another admin's. */
  | { readonly result: 'unproven'; readonly arrivals: readonly Found[]; readonly what: string }
  /** There are several: `what` says why ours can't be identified. */
  | { readonly result: 'unclear'; readonly what: string };

/**
 * Finds the webhook that a create request made; the tenant's answer doesn't contain its ID. Ours carries the marker of the
 * request. When a tenant drops markers, the only new one that equals what was sent is ours if the tenant accepted it; else the
 * user decides. Without a `proof`, only an exact match is ours: a name alone proves nothing.
 */
export function findCreated<Found extends Candidate>(
  wanted: WebhookState,
  webhooks: readonly Found[],
  existingIds: readonly string[],
  proof?: CreationProof,
): Search<Found> {
  const existing = new Set(existingIds);
  const arrived = webhooks.filter(({ id }) => !existing.has(id));
  if (proof === undefined) return findExact(wanted, arrived);
  const [marked, ...more] = arrived.filter(({ marker }) => marker === proof.marker);
  if (marked !== undefined)
    return more.length === 0 ? { result: 'found', webhook: marked } : several(wanted, more);
  const unmarked = arrived.filter(({ marker }) => marker == null);
  if (proof.keepsMarkers || unmarked.length === 0) return { result: 'none' };
  if (!proof.isAccepted) return unproven(wanted, unmarked);
  return findExact(wanted, unmarked);
}

function findExact<Found extends Candidate>(wanted: WebhookState, arrived: readonly Found[]): Search<Found> {
  const [exact, ...others] = arrived.filter(({ state }) => isExactly(wanted, state));
  if (exact !== undefined) {
    return others.length === 0 ? { result: 'found', webhook: exact } : several(wanted, others);
  }
  const name = wanted.name.trim();
  const [similar] = arrived.filter(({ state }) => state.name.trim() === name);
  if (similar === undefined) return { result: 'none' };
  return {
    result: 'unclear',
    what: `A new webhook named “${name}” differs from what was sent (${differenceOf(wanted, similar.state)}), so it may be someone else’s. It wasn’t changed.`,
  };
}

function several(wanted: WebhookState, others: readonly Candidate[]): Search<never> {
  return {
    result: 'unclear',
    what: `${others.length + 1} new webhooks are identical to “${wanted.name.trim()}”, so it’s unclear which one this change created.`,
  };
}

function unproven<Found extends Candidate>(wanted: WebhookState, arrived: readonly Found[]): Search<Found> {
  const name = wanted.name.trim();
  const arrivals = arrived.filter(({ state }) => state.name.trim() === name);
  if (arrivals.length === 0) return { result: 'none' };
  return {
    result: 'unproven',
    arrivals,
    what: `A new webhook named “${name}” appeared. It may come from this change or from someone else.`,
  };
}

/** As shown to the user. */
export const arrivalsOf = (webhooks: readonly Candidate[]) =>
  webhooks.map(({ id, state }) => ({ id, name: state.name }));
