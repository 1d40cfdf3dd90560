import { describe, expect, it } from 'vitest';
import { createToastQueue } from './toast-queue.ts';
import type { ToastPlace } from './toast-queue.ts';

/** Records what it was asked to show. */
function place(): ToastPlace & { readonly texts: () => string[] } {
  const shown = new Map<string, string>();
  return {
    show: (id, { text }) => void shown.set(id, text),
    dismiss: (id) => void shown.delete(id),
    texts: () => [...shown.values()],
  };
}

describe('toasts without a place to show them', () => {
  it('are shown in order as soon as there is a place, and request one', () => {
    let calls = 0;
    const queue = createToastQueue(() => (calls += 1));
    queue.show({ text: 'Saved.' });
    const removedId = queue.show({ text: 'Signing in…' });
    queue.show({ text: 'Removed.' });
    queue.dismiss(removedId);
    expect(calls).toBe(3);
    const first = place();
    queue.connect(first);
    expect(first.texts()).toEqual(['Saved.', 'Removed.']);
    queue.dismiss(queue.show({ text: 'At once.' }));
    queue.show({ text: 'After it.' });
    expect(first.texts()).toEqual(['Saved.', 'Removed.', 'After it.']);
    expect(calls).toBe(3);
  });

  it('wait again once the place is gone, and are never shown twice', () => {
    const queue = createToastQueue();
    const first = place();
    queue.connect(first)();
    queue.show({ text: 'Later.' });
    const second = place();
    queue.connect(second);
    expect(first.texts()).toEqual([]);
    expect(second.texts()).toEqual(['Later.']);
  });
});

describe('toasts of a view that is left', () => {
  it('leave with it, except what led to the next view and what offers an action', () => {
    let time = 0;
    const queue = createToastQueue(undefined, () => time);
    const shown = place();
    queue.connect(shown);
    queue.show({ text: 'Copied.' });
    queue.show({ text: 'Draft discarded.', action: { label: 'Undo', run: () => undefined } });
    time = 5000;
    queue.show({ text: 'Entry removed.' });
    queue.leave();
    expect(shown.texts()).toEqual(['Draft discarded.', 'Entry removed.']);
    time = 9000;
    queue.leave();
    expect(shown.texts()).toEqual(['Draft discarded.']);
  });
});
