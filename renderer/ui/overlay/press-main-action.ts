import { ariaShortcut, isApplePlatform, matchesShortcut } from '../text/shortcut.ts';

/**
 * Mod+Enter in a dialog presses the button that says it is what these keys do, wherever the focus is in it: before a field
 * or a list of choices takes the keys for Enter, and not behind the dialog. An editor of code has the keys for itself.
 */
export function pressMainAction(event: KeyboardEvent & { readonly currentTarget: Element }): void {
  const isApple = isApplePlatform(navigator);
  if (event.defaultPrevented || !matchesShortcut(event, 'Mod+Enter', isApple)) return;
  if (event.target instanceof HTMLElement && event.target.isContentEditable) return;
  const keys = ariaShortcut('Mod+Enter', isApple);
  const button = event.currentTarget.querySelector<HTMLButtonElement>(`button[aria-keyshortcuts="${keys}"]`);
  if (button === null) return;
  event.preventDefault();
  event.stopPropagation();
  if (!button.disabled) button.click();
}
