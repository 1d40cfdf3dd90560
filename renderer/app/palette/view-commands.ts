import type { PaletteCommand } from '../../ui/index.ts';
import { pinShortcut } from '../../state/pin-shortcut.ts';
import { labelOf } from '../../state/view-keys.ts';

/**
 * Commands of the current view, read from its buttons that have shortcuts, so that they aren't listed twice. Disabled
 * or hidden buttons are skipped.
 */
export function viewCommands(main: HTMLElement): PaletteCommand[] {
  const buttons = [...main.querySelectorAll<HTMLButtonElement>('button[data-shortcut]')];
  return buttons
    .filter((button) => !button.disabled && button.checkVisibility({ visibilityProperty: true }))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((button, index) => ({
      id: `in view ${index}`,
      group: 'In this view',
      label: labelOf(button),
      shortcut: button.dataset['shortcut'],
      // After the palette has restored the focus: what the button opens restores it in turn.
      run: () => void setTimeout(() => button.click()),
    }));
}

/** What the view is for comes first, and what every view has last. */
function rankOf({ dataset }: HTMLButtonElement): number {
  return dataset['shortcut'] === 'Mod+Enter' ? 0 : dataset['shortcut'] === pinShortcut ? 2 : 1;
}
