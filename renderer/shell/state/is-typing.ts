/** Whether a key pressed on `target` writes text there, so that it must not act as a shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
  );
}

/** The `/` of every list: puts the cursor into its search, unless the key is text. */
export function focusOnSlash(event: KeyboardEvent, search: HTMLInputElement | undefined): void {
  if (event.key !== '/' || isTyping(event.target)) return;
  event.preventDefault();
  search?.focus();
}
