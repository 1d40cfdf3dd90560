import type { Tone } from '../text/tone.ts';

/** What just happened, with at most one thing to do about it ("Undo"). */
export interface ToastMessage {
  readonly text: string;
  readonly detail?: string | undefined;
  readonly tone?: Tone | undefined;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** Milliseconds until it goes away by itself; errors and toasts with an action stay longer. */
  readonly duration?: number | undefined;
}

/** Where toasts appear. */
export interface ToastPlace {
  show(id: string, message: ToastMessage): void;
  dismiss(id: string): void;
}

/** Takes what is to be said. Create one per window, hand it to `Toaster` and to whoever has something to say. */
export interface ToastQueue {
  /** Shows a toast and returns its id. */
  show(message: ToastMessage): string;
  dismiss(id: string): void;
  /** For `Toaster`: from now on, and what was said before it was there. The answer ends it. */
  connect(place: ToastPlace): () => void;
}

/** `onwaiting` is told that something is to be said where no `Toaster` is, which may be fetched then. */
export function createToastQueue(onwaiting: () => void = () => undefined): ToastQueue {
  const waiting = new Map<string, ToastMessage>();
  let shownAt: ToastPlace | undefined;
  let count = 0;
  return {
    show(message) {
      count += 1;
      const id = `toast-${count}`;
      if (shownAt === undefined) {
        waiting.set(id, message);
        onwaiting();
      } else shownAt.show(id, message);
      return id;
    },
    dismiss(id) {
      if (!waiting.delete(id)) shownAt?.dismiss(id);
    },
    connect(place) {
      shownAt = place;
      for (const [id, message] of waiting) place.show(id, message);
      waiting.clear();
      return () => {
        if (shownAt === place) shownAt = undefined;
      };
    },
  };
}
