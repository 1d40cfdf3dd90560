import type { ReviewSource } from './review.svelte.ts';

const channelName = 'tenant-desk.review';
/** The window that offers a plan is there: it opened the one that asks. */
const longestWaitMs = 2000;

type Message =
  | { readonly kind: 'asked'; readonly planId: string }
  | { readonly kind: 'handed-over'; readonly planId: string; readonly source: ReviewSource | undefined };

/** Hands a plan over to the first window that asks for it, once; the returned function stops waiting. */
export function offerReview(planId: string, handOver: () => ReviewSource | undefined): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'asked' || data.planId !== planId) return;
    channel.postMessage({ kind: 'handed-over', planId, source: handOver() } satisfies Message);
    channel.close();
  });
  return () => channel.close();
}

/**
 * Resolves when the window that showed the plan has closed its review: to how the plan was made, if it knows, so that it can be
 * made again here. Also resolves if no window shows it, for example after a reload.
 */
export function takeReview(planId: string, waitMs = longestWaitMs): Promise<ReviewSource | undefined> {
  const channel = new BroadcastChannel(channelName);
  return new Promise<ReviewSource | undefined>((resolve) => {
    const latest = setTimeout(() => resolve(undefined), waitMs);
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind !== 'handed-over' || data.planId !== planId) return;
      clearTimeout(latest);
      resolve(data.source);
    });
    channel.postMessage({ kind: 'asked', planId } satisfies Message);
  }).finally(() => channel.close());
}
