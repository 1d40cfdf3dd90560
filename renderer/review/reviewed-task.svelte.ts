import type { ChangeRequest } from '../../contract/changes/changes.ts';
import { isModalOpen } from '../state/is-modal-open.ts';
import type { Review } from './review.svelte.ts';

type Phase =
  /** The form is closed. */
  | 'idle'
  | 'asking'
  | 'reviewing'
  /** Part of the plan was sent: the input is no longer needed. */
  | 'begun';

/**
 * A form whose input is reviewed before anything happens. It closes for the review, and is shown again with its
 * input if the review was canceled. Call `follow` in an effect.
 */
export class ReviewedTask {
  readonly #review: Pick<Review, 'stage' | 'open'>;
  #phase = $state<Phase>('idle');

  constructor(review: Pick<Review, 'stage' | 'open'>) {
    this.#review = review;
  }

  /** Whether the form is visible. */
  get isOpen(): boolean {
    return this.#phase === 'asking';
  }

  /** Whether the input has to be preserved. */
  get isActive(): boolean {
    return this.#phase !== 'idle';
  }

  /** The form may still have to load: until then Escape cancels it, as it does in the form. */
  ask(): void {
    this.#phase = 'asking';
    window.addEventListener('keydown', this.#takeBack, { capture: true });
  }

  leave(): void {
    this.#phase = 'idle';
    window.removeEventListener('keydown', this.#takeBack, { capture: true });
  }

  readonly #takeBack = (event: KeyboardEvent): void => {
    if (this.#phase === 'asking' && !isModalOpen()) {
      if (event.key !== 'Escape') return;
      // Otherwise it would do something else: clear the selection, for example.
      event.preventDefault();
      event.stopPropagation();
      this.leave();
    } else window.removeEventListener('keydown', this.#takeBack, { capture: true });
  };

  review(tenantId: string, request: ChangeRequest): void {
    this.#phase = 'reviewing';
    void this.#review.open(tenantId, request);
  }

  follow(): void {
    const { stage } = this.#review;
    if (this.#phase === 'reviewing' && (stage === 'applying' || stage === 'done')) this.#phase = 'begun';
    if (stage !== 'closed') return;
    if (this.#phase === 'reviewing') this.#phase = 'asking';
    else if (this.#phase === 'begun') this.#phase = 'idle';
  }
}
