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

export interface ShownToast extends ToastMessage {
  readonly id: number;
}

/** Holds the toasts shown now. Create one per window, hand it to `Toaster` and to whoever has something to say. */
export interface ToastQueue {
  readonly toasts: readonly ShownToast[];
  /** Shows a toast and returns its id. */
  show(message: ToastMessage): number;
  dismiss(id: number): void;
}

/** More than three at once are noise: the oldest goes. */
const mostShown = 3;

export function createToastQueue(): ToastQueue {
  let toasts = $state.raw<readonly ShownToast[]>([]);
  let lastId = 0;
  return {
    get toasts() {
      return toasts;
    },
    show(message) {
      lastId += 1;
      toasts = [...toasts, { ...message, id: lastId }].slice(-mostShown);
      return lastId;
    },
    dismiss(id) {
      toasts = toasts.filter((toast) => toast.id !== id);
    },
  };
}

/** How long a toast stays, in milliseconds. */
export function toastDuration(message: ToastMessage): number {
  if (message.duration !== undefined) return message.duration;
  if (message.tone === 'bad') return 12_000;
  return message.action === undefined ? 5_000 : 10_000;
}
