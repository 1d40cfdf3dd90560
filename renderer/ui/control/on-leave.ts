import type { Attachment } from 'svelte/attachments';

/**
 * For a field whose text is saved on blur: calls `leave` when it loses the focus, when it is removed with the focus
 * in it, and when the page goes away. A `blur` handler is not enough: while a field is removed, what it reads already
 * belongs to the next item.
 */
export function onLeave(leave: (field: HTMLInputElement) => void): Attachment<HTMLInputElement> {
  return (field) => {
    const listening = new AbortController();
    const { signal } = listening;
    let isIn = document.activeElement === field;
    function act(): void {
      if (!isIn) return;
      isIn = false;
      leave(field);
    }
    field.addEventListener('focus', () => (isIn = true), { signal });
    field.addEventListener('blur', () => queueMicrotask(act), { signal });
    addEventListener('pagehide', () => isIn && leave(field), { signal });
    return () => {
      // In a teardown, Svelte still provides the value that the field showed.
      act();
      listening.abort();
    };
  };
}
