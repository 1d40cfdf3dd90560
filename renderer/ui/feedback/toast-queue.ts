import { createStore, type Props, type Store, type Type } from '@zag-js/toast';
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

/** A toast as its store gives it to `Toaster`. */
export interface ShownToast extends Props<string> {
  readonly id: string;
  readonly type: Type;
  readonly duration: number;
  readonly removeDelay: number;
}

/** Holds the toasts shown now. Create one per window, hand it to `Toaster` and to whoever has something to say. */
export interface ToastQueue {
  /** For `Toaster`. */
  readonly store: Store<string>;
  /** Shows a toast and returns its id. */
  show(message: ToastMessage): string;
  dismiss(id: string): void;
}

/** More than three at once are noise: the oldest goes. */
const mostShown = 3;
/** Milliseconds that a toast takes to fade out. */
export const fadeOut = 150;

const kinds = {
  neutral: 'info',
  accent: 'info',
  good: 'success',
  warn: 'warning',
  bad: 'error',
} as const satisfies Record<Tone, string>;

export function createToastQueue(): ToastQueue {
  // The library's own shortcut would move the focus to the region when it is empty, too: `Toaster` has one that looks.
  const store: Store<string> = createStore({ removeDelay: fadeOut, hotkey: ['none'] });
  return {
    store,
    show(message) {
      const { text, detail, tone = 'neutral', action } = message;
      const id = store.create({
        title: text,
        description: detail,
        type: kinds[tone],
        duration: toastDuration(message),
        action: action === undefined ? undefined : { label: action.label, onClick: action.run },
      });
      // Newest first. What is over the limit would otherwise wait for its turn, and tell old news then.
      for (const { id: old } of store.getVisibleToasts().slice(mostShown)) {
        if (old !== undefined) store.remove(old);
      }
      return id;
    },
    dismiss(id) {
      store.dismiss(id);
    },
  };
}

/** How long a toast stays, in milliseconds. */
export function toastDuration(message: ToastMessage): number {
  if (message.duration !== undefined) return message.duration;
  if (message.tone === 'bad') return 12_000;
  return message.action === undefined ? 5_000 : 10_000;
}
