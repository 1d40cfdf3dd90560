import type { Shortcuts } from '../../../../contract/settings/shortcuts.ts';
import { shortcutKeys } from '../../../ui/index.ts';
import type { ListedShortcut } from '../../../ui/index.ts';

/** The shortcuts with these keys for one; its default keys need no entry. */
export function withKeys(changed: Shortcuts, name: string, keys: string): Shortcuts {
  const others = Object.fromEntries(Object.entries(changed).filter(([other]) => other !== name));
  return keys === name ? others : { ...others, [name]: keys };
}

/** Another shortcut that has these keys. */
export function holderOf(
  keys: string,
  name: string,
  { listed, changed, apple }: ShortcutTable,
): ListedShortcut | undefined {
  if (keys === '') return undefined;
  // On macOS, Alt+Z and Ctrl+Alt+Z are the same keys.
  const shown = (text: string): string => shortcutKeys(text, apple).join(' ');
  return listed.find(
    (other) => other.keys !== name && shown(changed[other.keys] ?? other.keys) === shown(keys),
  );
}

interface ShortcutTable {
  readonly listed: readonly ListedShortcut[];
  readonly changed: Shortcuts;
  readonly apple: boolean;
}
