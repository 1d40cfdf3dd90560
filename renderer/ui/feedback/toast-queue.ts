import type { Tone } from '../text/tone.ts';

/** What just happened, with at most one action ("Undo"). */
export interface ToastMessage {
  readonly text: string;
  readonly detail?: string | undefined;
  readonly tone?: Tone | undefined;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** Milliseconds until it disappears; errors and toasts with an action stay longer. */
  readonly duration?: number | undefined;
}

/** Renders toasts. */
export interface ToastPlace {
  show(id: string, message: ToastMessage): void;
  dismiss(id: string): void;
}

/** Collects toasts. Create one per window and pass it to `Toaster` and to every caller. */
export interface ToastQueue {
  /** Shows a toast and returns its ID. */
  show(message: ToastMessage): string;
  dismiss(id: string): void;
  /** For `Toaster`: receives toasts from now on, and those queued before. Returns a function that ends it. */
  connect(place: ToastPlace): () => void;
}

/** `onwaiting` is called when a toast is queued without a `Toaster`, which may be loaded then. */
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
