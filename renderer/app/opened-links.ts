import type { Desk } from '../../contract/bridge/desk.ts';
import type { Place } from '../../contract/links/links.ts';
import type { Review } from '../review/review.svelte.ts';
import { attempt } from '../state/attempt.ts';
import { globalPath, tenantPath } from '../state/router.svelte.ts';
import type { Router } from '../state/router.svelte.ts';
import type { ToastQueue } from '../ui/index.ts';

interface Parts {
  readonly desk: Desk;
  readonly router: Pick<Router, 'go'>;
  readonly review: Pick<Review, 'stage' | 'close'>;
  readonly toasts: Pick<ToastQueue, 'show'>;
}

/** The URL of a place in this window. */
export function pathOfPlace(place: Place): string {
  return place.scope === 'tenant'
    ? tenantPath(place.tenantId, place.view, ...place.rest)
    : globalPath(place.view, ...place.rest);
}

/** Opens links that the system passes to the program, from now on and since its start; returns a function that stops this. */
export function followLinks(parts: Parts): () => void {
  const take = (): void => void attempt(parts.toasts, () => openArrived(parts));
  take();
  return parts.desk.on('links.arrived', take);
}

async function openArrived({ desk, router, review, toasts }: Parts): Promise<void> {
  for (const arrived of await desk.links.takeArrived()) {
    if (arrived.state === 'rejected') {
      toasts.show({ text: arrived.error.message, tone: 'bad' });
      continue;
    }
    const path = pathOfPlace(arrived.place);
    // The plan under review may have resolved conflicts or be in progress: it is never closed without asking.
    if (review.stage === 'closed') router.go(path);
    else {
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
  }
}
