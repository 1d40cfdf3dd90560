import { SvelteSet } from 'svelte/reactivity';
import { hostsToAcknowledge } from '../../contract/changes/destinations.ts';
import type { Review } from './review.svelte.ts';

type Reviewed = Pick<Review, 'plan' | 'stage' | 'busyWith' | 'isOfDrafts' | 'apply'>;

/** What the user has typed, accepted and acknowledged before a plan may be applied. */
export class ReviewConsent {
  readonly #review: Reviewed;
  /** The tenant's name, as typed so far. */
  typed = $state('');
  /** The risks of the plan were accepted. */
  isAccepted = $state(false);
  /** Hosts that may get a stored credential. */
  readonly acknowledged = new SvelteSet<string>();

  constructor(review: Reviewed) {
    this.#review = review;
  }

  /** Number of hosts still to acknowledge. */
  get hostsLeft(): number {
    const { destinations = [] } = this.#review.plan ?? {};
    return hostsToAcknowledge(destinations).filter((host) => !this.acknowledged.has(host)).length;
  }

  get mayApply(): boolean {
    const { plan, stage, busyWith, isOfDrafts } = this.#review;
    if (plan === undefined || stage !== 'reviewing' || busyWith !== undefined) return false;
    const { changing, undecided, confirmation, acknowledgement, denied } = plan;
    return (
      denied === undefined &&
      (changing > 0 || (undecided === 0 && isOfDrafts)) &&
      (confirmation === null || changing === 0 || this.typed.trim() === confirmation) &&
      (acknowledgement === undefined || this.isAccepted) &&
      this.hostsLeft === 0
    );
  }

  /** Applies the plan, unless something is missing. */
  apply(): void {
    if (!this.mayApply) return;
    const accepted = this.isAccepted ? this.#review.plan?.acknowledgement : undefined;
    void this.#review.apply(this.typed.trim(), accepted, [...this.acknowledged]);
  }

  /** For another plan. */
  reset(): void {
    this.typed = '';
    this.isAccepted = false;
  }
}
