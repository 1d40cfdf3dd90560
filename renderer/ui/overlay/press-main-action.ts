import { isApplePlatform, matchesShortcut } from '../text/shortcut.ts';

/**
 * Mod+Enter in a dialog presses the button with that shortcut, wherever the focus is in it: before a field or a
 * dropdown handles the Enter, and not behind the dialog. A code editor handles the keys itself.
 */
export function pressMainAction(event: KeyboardEvent & { readonly currentTarget: Element }): void {
  if (event.defaultPrevented || !matchesShortcut(event, 'Mod+Enter', isApplePlatform(navigator))) return;
  if (event.target instanceof HTMLElement && event.target.isContentEditable) return;
  const button = event.currentTarget.querySelector<HTMLButtonElement>('button[data-shortcut="Mod+Enter"]');
  if (button === null) return;
  event.preventDefault();
  event.stopPropagation();
  if (!button.disabled) button.click();
}
