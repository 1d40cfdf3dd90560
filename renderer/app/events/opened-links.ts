import type { Desk } from '../../../contract/bridge/desk.ts';
import type { Place } from '../../../contract/links/links.ts';
import { urlOfPlace } from '../../../contract/links/place-url.ts';
import type { Review } from '../../review/review.svelte.ts';
import { attempt } from '../../state/attempt.ts';
import type { Router } from '../../state/router.svelte.ts';
import type { ToastQueue } from '../../ui/index.ts';

interface Parts {
  readonly desk: Desk;
  readonly router: Pick<Router, 'go'>;
  readonly review: Pick<Review, 'stage' | 'plan' | 'close'>;
  readonly toasts: Pick<ToastQueue, 'show'>;
}

/** Opens links that the system passes to the program, from now on and since its start; returns a function that stops this. */
export function followLinks(parts: Parts): () => void {
  const take = (): void => void attempt(parts.toasts, () => openArrived(parts));
  take();
  return parts.desk.on('links.arrived', take);
}

async function openArrived(parts: Parts): Promise<void> {
  for (const arrived of await parts.desk.links.takeArrived()) {
    if (arrived.state === 'opened') openPlace(parts, arrived.place, arrived.planId);
    else parts.toasts.show({ text: arrived.error.message, tone: 'bad' });
  }
}

/** Opens a place, unless a review is open. `planId`: the plan that a notification is about. */
export function openPlace(
  { router, review, toasts }: Omit<Parts, 'desk'>,
  place: Place,
  planId: string | undefined,
): void {
  const path = urlOfPlace(place);
  if (review.stage === 'closed') return router.go(path);
  // What the notification is about is on the screen.
  if (planId !== undefined && review.plan?.id === planId) return;
  // The plan under review may have resolved conflicts or be in progress: it is never closed without asking.
  toasts.show({
    text: 'The link was not opened, because a review is open. Finish or close it first.',
    tone: 'warn',
    action: {
      label: 'Open now',
      run() {
        review.close();
        router.go(path);
      },
    },
  });
}
