import { tick } from 'svelte';
import { createStore, type Props, type Store, type Type } from '@zag-js/toast';
import type { Tone } from '../text/tone.ts';
import type { ToastMessage, ToastPlace } from './toast-queue.ts';

/** A toast as its store gives it to `Toaster`. */
export interface ShownToast extends Props<string> {
  readonly id: string;
  readonly type: Type;
  readonly duration: number;
  readonly removeDelay: number;
}

/** Holds the toasts shown now. */
interface ToastStore extends ToastPlace {
  readonly store: Store<string>;
}

/** More than three at once are noise: the oldest goes. */
const maxShown = 3;
/** Milliseconds that a toast takes to fade out. */
export const fadeOut = 150;

const kinds = {
  neutral: 'info',
  accent: 'info',
  good: 'success',
  warn: 'warning',
  bad: 'error',
} as const satisfies Record<Tone, string>;

export function createToastStore(): ToastStore {
  // The library's own shortcut would move the focus to the region when it is empty, too: `Toaster` has one that looks.
  const store: Store<string> = createStore({ removeDelay: fadeOut, hotkey: ['none'] });
  let before: Promise<unknown> = Promise.resolve();

  /** Of what is told to it in one turn, the library's component knows only the last: it is told one thing a turn. */
  function inTurn(act: () => void): void {
    // Also after one that could not be told.
    before = before.finally(() => {
      act();
      return tick();
    });
  }

  function show(id: string, message: ToastMessage): void {
    const { text, detail, tone = 'neutral', action } = message;
    store.create({
      id,
      title: text,
      description: detail,
      type: kinds[tone],
      duration: toastDuration(message),
      action: action === undefined ? undefined : { label: action.label, onClick: action.run },
    });
  }

  /** What is over the limit would otherwise wait for its turn, and tell old news then. */
  function dropOldest(): void {
    // Newest first.
    for (const { id } of store.getVisibleToasts().slice(maxShown)) {
      if (id !== undefined) inTurn(() => store.remove(id));
    }
  }

  return {
    store,
    show(id, message) {
      inTurn(() => show(id, message));
      inTurn(dropOldest);
    },
    dismiss: (id) => inTurn(() => store.dismiss(id)),
  };
}

/** How long a toast stays, in milliseconds. */
function toastDuration(message: ToastMessage): number {
  if (message.duration !== undefined) return message.duration;
  if (message.tone === 'bad') return 12_000;
  return message.action === undefined ? 5_000 : 10_000;
}
