import type { Attachment } from 'svelte/attachments';

/**
 * Makes the elements of a container one tab stop: arrows up and down, Home and End move between them; where they may be
 * in a row, arrows left and right too.
 */
export function roveFocus(selector: string, isRow = false): Attachment<HTMLElement> {
  return (container) => {
    let last: HTMLElement | undefined;
    const items = (): HTMLElement[] => [...container.querySelectorAll<HTMLElement>(selector)];

    function update(): void {
      const all = items();
      if (last === undefined || !all.includes(last)) last = all[0];
      for (const item of all) {
        const index = item === last ? 0 : -1;
        if (item.tabIndex !== index) item.tabIndex = index;
      }
    }

    function onfocusin({ target }: FocusEvent): void {
      const item = items().find((each) => each === target);
      if (item === undefined) return;
      last = item;
      update();
    }

    function onkeydown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      const all = items();
      const at = all.findIndex((item) => item === document.activeElement);
      const key = isRow ? event.key.replace('Left', 'Up').replace('Right', 'Down') : event.key;
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[key];
      if (at === -1 || to === undefined) return;
      event.preventDefault();
      all[Math.max(0, Math.min(all.length - 1, to))]?.focus();
    }

    update();
    const watching = new MutationObserver(update);
    watching.observe(container, { childList: true, subtree: true });
    container.addEventListener('focusin', onfocusin);
    container.addEventListener('keydown', onkeydown);
    return () => {
      watching.disconnect();
      container.removeEventListener('focusin', onfocusin);
      container.removeEventListener('keydown', onkeydown);
    };
  };
}
