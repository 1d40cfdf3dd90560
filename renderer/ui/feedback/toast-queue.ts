import type { Tone } from '../text/tone.ts';

/** What just happened, with at most one action ("Undo"). */
export interface ToastMessage {
  readonly text: string;
  readonly detail?: string | undefined;
  readonly tone?: Tone | undefined;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** Milliseconds until it disappears; toasts with an action stay longer, since it may be the only way to undo. */
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
  /** The view in which toasts were shown is left: dismisses them, except those with an action and the newest ones. */
  leave(): void;
  /** For `Toaster`: receives toasts from now on, and those queued before. Returns a function that ends it. */
  connect(place: ToastPlace): () => void;
}

/** A toast that is this new when a view is left is about what led to the next one. */
const ofNextViewMs = 1000;

/** `onwaiting` is called when a toast is queued without a `Toaster`, which may be loaded then. */
export function createToastQueue(
  onwaiting: () => void = () => undefined,
  now: () => number = () => performance.now(),
): ToastQueue {
  const waiting = new Map<string, ToastMessage>();
  /** When each toast without an action was shown. */
  const shownSince = new Map<string, number>();
  let shownAt: ToastPlace | undefined;
  let count = 0;
  return {
    show(message) {
      count += 1;
      const id = `toast-${count}`;
      if (message.action === undefined) shownSince.set(id, now());
      if (shownAt === undefined) {
        waiting.set(id, message);
        onwaiting();
      } else shownAt.show(id, message);
      return id;
    },
    dismiss(id) {
      if (!waiting.delete(id)) shownAt?.dismiss(id);
    },
    leave() {
      for (const [id, since] of shownSince) {
        // What led to the next view is said there.
        if (now() - since < ofNextViewMs) continue;
        shownSince.delete(id);
        if (!waiting.delete(id)) shownAt?.dismiss(id);
      }
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
