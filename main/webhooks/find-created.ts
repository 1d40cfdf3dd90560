import type { WebhookState } from '../../contract/webhooks.ts';
import { differenceOf, isExactly } from './webhook-parts.ts';

/** A webhook as far as it has to be told from others. */
export interface Candidate {
  readonly id: string;
  readonly state: WebhookState;
}

export type Search<Found extends Candidate> =
  | { readonly result: 'none' }
  | { readonly result: 'found'; readonly webhook: Found }
  /** Something came that may be ours or another administrator's: `what` says why it cannot be told. */
  | { readonly result: 'unclear'; readonly what: string };

/**
 * Looks for the webhook that a create request made; the tenant's answer does not name it. Ours is only what was not
 * there before and is exactly what was sent, and only when there is one such: a name alone proves nothing.
 */
export function findCreated<Found extends Candidate>(
  wanted: WebhookState,
  webhooks: readonly Found[],
  existingIds: readonly string[],
): Search<Found> {
  const existing = new Set(existingIds);
  const arrived = webhooks.filter(({ id }) => !existing.has(id));
  const [exact, ...others] = arrived.filter(({ state }) => isExactly(wanted, state));
  if (exact !== undefined && others.length === 0) return { result: 'found', webhook: exact };
  const name = wanted.name.trim();
  if (exact !== undefined) {
    return {
      result: 'unclear',
      what: `${others.length + 1} new webhooks are exactly like “${name}”, so it is not known which of them this change created.`,
    };
  }
  const [similar] = arrived.filter(({ state }) => state.name.trim() === name);
  if (similar === undefined) return { result: 'none' };
  return {
    result: 'unclear',
    what: `There is a new webhook named “${name}”, but it differs from what was sent (${differenceOf(wanted, similar.state)}), so it may be somebody else’s. It was left as it is.`,
  };
}
