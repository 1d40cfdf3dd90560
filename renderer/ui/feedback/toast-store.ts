import { tick } from 'svelte';
import { createStore, type Props, type Store, type Type } from '@zag-js/toast';
import type { Tone } from '../text/tone.ts';
import type { ToastMessage, ToastPlace } from './toast-queue.ts';

/** A toast as the store passes it to `Toaster`. */
export interface ShownToast extends Props<string> {
  readonly id: string;
  readonly type: Type;
  readonly duration: number;
  readonly removeDelay: number;
}

/** The toasts shown now. */
interface ToastStore extends ToastPlace {
  readonly store: Store<string>;
}

/** More than three at once are noise: the oldest is removed that offers nothing, such as the only Undo. */
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
  // The library's own shortcut would focus the region even when it is empty: `Toaster` checks first.
  const store: Store<string> = createStore({ removeDelay: fadeOut, hotkey: ['none'] });
  let before: Promise<unknown> = Promise.resolve();

  /** Of several toasts in one task, the library's component sees only the last: one is passed once the last is drawn. */
  function inTurn(act: () => void): void {
    // Also after one that failed.
    before = before.finally(async () => {
      act();
      await tick();
      await new Promise((resolve) => setTimeout(resolve));
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

  /** Toasts over the limit would otherwise wait and show outdated news later. */
  function dropOldest(): void {
    const [, ...older] = store.getVisibleToasts();
    const oldestFirst = older.filter(({ action }) => action === undefined).toReversed();
    for (const { id } of oldestFirst.slice(0, Math.max(0, older.length + 1 - maxShown))) {
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
  return message.action === undefined ? 5_000 : 20_000;
}
