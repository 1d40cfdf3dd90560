/** Keyboard shortcuts as text: `Mod+Shift+Enter`, where Mod is Cmd on macOS and Ctrl elsewhere. */

const macNames: Readonly<Record<string, string>> = {
  Mod: '⌘',
  Ctrl: '⌃',
  Alt: '⌥',
  Shift: '⇧',
};
const otherNames: Readonly<Record<string, string>> = {
  Mod: 'Ctrl',
  Ctrl: 'Ctrl',
  Alt: 'Alt',
  Shift: 'Shift',
};
const keyNames: Readonly<Record<string, string>> = {
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Backspace: '⌫',
  Delete: 'Del',
  Space: 'Space',
};

/** True on macOS and iPadOS, from a `navigator`-like value. */
export function isApplePlatform(navigatorLike: { readonly platform: string }): boolean {
  return /^(Mac|iPhone|iPad)/.test(navigatorLike.platform);
}

/**
 * The keys of a shortcut for display, in order: `['⌘', '↵']` on macOS, `['Ctrl', '↵']` elsewhere. A sequence (`g a`)
 * yields its keys one after the other.
 */
export function shortcutKeys(shortcut: string, apple: boolean): string[] {
  const modifierNames = apple ? macNames : otherNames;
  return shortcut.split(' ').flatMap((chord) =>
    chord.split(/(?<=.)\+/).map((key) => {
      const named = modifierNames[key] ?? keyNames[key];
      return named ?? (key.length === 1 ? key.toUpperCase() : key);
    }),
  );
}

/** The value for `aria-keyshortcuts`: `Meta+Enter` or `Control+Enter`. */
export function ariaShortcut(shortcut: string, apple: boolean): string {
  return shortcut.replace(/\bMod\b/, apple ? 'Meta' : 'Control').replace(/\bCtrl\b/, 'Control');
}

/** The reverse, with Mod for the key that is Mod here. */
export function shortcutOfAria(keys: string, apple: boolean): string {
  return keys.replace(apple ? /\bMeta\b/ : /\bControl\b/, 'Mod').replace(/\bControl\b/, 'Ctrl');
}

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** The physical key: with Alt, macOS types another character than the key shows. */
  readonly code?: string;
}

/** True if the key press is exactly this one-chord shortcut, with no further modifier. */
export function matchesShortcut(event: KeyPress, shortcut: string, apple: boolean): boolean {
  const parts = shortcut.split(/(?<=.)\+/);
  const key = parts.at(-1) ?? '';
  const wants = (name: string): boolean => parts.slice(0, -1).includes(name);
  const wantsMeta = apple && wants('Mod');
  const wantsCtrl = wants('Ctrl') || (!apple && wants('Mod'));
  const pressed = event.key === ' ' ? 'Space' : event.key;
  if (event.metaKey !== wantsMeta || event.ctrlKey !== wantsCtrl || event.altKey !== wants('Alt'))
    return false;
  // Characters such as ? need Shift on most layouts: there only the character counts.
  const isSymbol = key.length === 1 && !/[a-z0-9]/i.test(key);
  if (!isSymbol && event.shiftKey !== wants('Shift')) return false;
  if (wants('Alt') && event.code === `Key${key.toUpperCase()}`) return true;
  return pressed.toLowerCase() === key.toLowerCase();
}
