import { isApplePlatform, shortcutOfAria } from '../../ui/index.ts';
import type { PaletteCommand } from '../../ui/index.ts';
import { labelOf } from '../../state/view-keys.ts';

/**
 * What the view can do now, read from its buttons that have keys: what it does by a key it does by name, without being
 * listed twice. What is disabled or out of sight is not offered.
 */
export function viewCommands(main: HTMLElement): PaletteCommand[] {
  const buttons = [...main.querySelectorAll<HTMLButtonElement>('button[aria-keyshortcuts]')];
  return buttons
    .filter((button) => !button.disabled && button.checkVisibility({ visibilityProperty: true }))
    .map((button, index) => ({
      id: `in view ${index}`,
      group: 'In this view',
      label: labelOf(button),
      shortcut: shortcutOfAria(button.getAttribute('aria-keyshortcuts') ?? '', isApplePlatform(navigator)),
      // Once the palette has given the focus back: what the button opens gives it back in turn.
      run: () => void setTimeout(() => button.click()),
    }));
}
