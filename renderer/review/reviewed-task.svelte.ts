import type { ChangeRequest } from '../../contract/changes/changes.ts';
import { isModalOpen } from '../state/is-modal-open.ts';
import type { Review } from './review.svelte.ts';

type Phase =
  /** Nothing is asked. */
  | 'idle'
  | 'asking'
  | 'reviewing'
  /** Something of the plan was sent: what was typed has done its work. */
  | 'begun';

/**
 * A form whose answer is reviewed before anything happens. It makes room for the review, and is back with all that was
 * typed where the review was canceled. Call `follow` in an effect.
 */
export class ReviewedTask {
  readonly #review: Pick<Review, 'stage' | 'open'>;
  #phase = $state<Phase>('idle');

  constructor(review: Pick<Review, 'stage' | 'open'>) {
    this.#review = review;
  }

  /** Whether the form is in sight. */
  get isOpen(): boolean {
    return this.#phase === 'asking';
  }

  /** Whether what was typed has to be kept. */
  get isUnderWay(): boolean {
    return this.#phase !== 'idle';
  }

  /** The form may still have to be fetched: Escape takes the question back until then, as it does in the form. */
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
      // Here it would do something else: choose none, for example.
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
