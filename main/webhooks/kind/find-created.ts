import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { differenceOf, isExactly } from './webhook-parts.ts';

/** A webhook as far as it has to be told from others. */
export interface Candidate {
  readonly id: string;
  readonly state: WebhookState;
  /** What its creation was marked with; null for nothing. */
  readonly marker?: string | null;
}

/** By what a webhook is recognized as the one that a request created. */
export interface CreationProof {
  readonly marker: string;
  /** The tenant answered that it created it. */
  readonly isAccepted: boolean;
  /** The tenant shows marks, so that what has none was created by something else. */
  readonly keepsMarkers: boolean;
}

export type Search<Found extends Candidate> =
  | { readonly result: 'none' }
  | { readonly result: 'found'; readonly webhook: Found }
  /** Something came that may be ours or another administrator's. */
  | { readonly result: 'unproven'; readonly arrivals: readonly Found[]; readonly what: string }
  /** Several are there: `what` says why it cannot be told which one is meant. */
  | { readonly result: 'unclear'; readonly what: string };

/**
 * Looks for the webhook that a create request made; the tenant's answer does not name it. Ours is what carries the mark of the
 * request. Where a tenant drops marks, the only new one that is exactly what was sent is ours if the tenant accepted it; else a
 * person decides. Without a `proof` that only one is ours: a name alone proves nothing.
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
    what: `There is a new webhook named “${name}”, but it differs from what was sent (${differenceOf(wanted, similar.state)}), so it may be somebody else’s. It was left as it is.`,
  };
}

function several(wanted: WebhookState, others: readonly Candidate[]): Search<never> {
  return {
    result: 'unclear',
    what: `${others.length + 1} new webhooks are exactly like “${wanted.name.trim()}”, so it is not known which of them this change created.`,
  };
}

function unproven<Found extends Candidate>(wanted: WebhookState, arrived: readonly Found[]): Search<Found> {
  const name = wanted.name.trim();
  const arrivals = arrived.filter(({ state }) => state.name.trim() === name);
  if (arrivals.length === 0) return { result: 'none' };
  return {
    result: 'unproven',
    arrivals,
    what: `A new webhook named “${name}” appeared. It may come from this change or from another person.`,
  };
}

/** As the core shows them to a person. */
export const arrivalsOf = (webhooks: readonly Candidate[]) =>
  webhooks.map(({ id, state }) => ({ id, name: state.name }));
