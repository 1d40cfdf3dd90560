import { boundKeys } from './shortcut-bindings.svelte.ts';

/*
 * Keyboard shortcuts as text: `Mod+Shift+Enter`, where Mod is Cmd on macOS and Ctrl elsewhere. Code names a shortcut by
 * its default keys; which ones it has now, the user decides.
 */

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
 * With Option alone, macOS types characters, such as Polish ż, so a letter with Alt alone needs Ctrl there too. Other
 * keys (arrows, F1) type nothing.
 */
function ofPlatform(shortcut: string, apple: boolean): string {
  return apple && /^(Shift\+)?Alt\+.$/.test(shortcut) ? `Ctrl+${shortcut}` : shortcut;
}

/**
 * The keys of a shortcut for display, in order: `['⌘', '↵']` on macOS, `['Ctrl', '↵']` elsewhere. A sequence (`g a`)
 * yields its keys one after the other.
 */
export function shortcutKeys(shortcut: string, apple: boolean): string[] {
  const modifierNames = apple ? macNames : otherNames;
  return shortcut.split(' ').flatMap((chord) =>
    ofPlatform(chord, apple)
      .split(/(?<=.)\+/)
      .map((key) => {
        const named = modifierNames[key] ?? keyNames[key];
        return named ?? (key.length === 1 ? key.toUpperCase() : key);
      }),
  );
}

/** The value for `aria-keyshortcuts`: `Meta+Enter` or `Control+Enter`; undefined for a shortcut without keys. */
export function ariaShortcut(shortcut: string, apple: boolean): string | undefined {
  const keys = boundKeys(shortcut);
  if (keys === '') return undefined;
  return ofPlatform(keys, apple)
    .replace(/\bMod\b/, apple ? 'Meta' : 'Control')
    .replace(/\bCtrl\b/, 'Control');
}

/** The part of a key press that counts for shortcuts. */
export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  /** The physical key. */
  readonly code?: string;
}

/** Where a US keyboard has the characters of shortcuts, beside letters. */
const symbolCodes: Readonly<Record<string, string>> = {
  Comma: ',',
  Slash: '/',
  BracketLeft: '[',
  BracketRight: ']',
};

/**
 * The key as shortcuts name it: lower case, whatever Caps Lock does. On layouts without Latin letters (Cyrillic, Greek,
 * Hebrew) the one that a US keyboard has in its place; `Space` for a space.
 */
export function keyOf({ key, code = '' }: Pick<KeyPress, 'key' | 'code'>): string {
  if (key === ' ') return 'Space';
  if (key.length > 1) return key;
  const isForeign = /(?!\p{Script=Latin})\p{L}/u.test(key);
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return ((isForeign ? (letter ?? symbolCodes[code]) : undefined) ?? key).toLowerCase();
}

/** True if the key press is the current keys of this shortcut. */
export function matchesShortcut(event: KeyPress, shortcut: string, apple: boolean): boolean {
  const keys = boundKeys(shortcut);
  return keys !== '' && matchesKeys(event, keys, apple);
}

/** True if the key press is exactly these keys, with no further modifier. */
export function matchesKeys(event: KeyPress, keys: string, apple: boolean): boolean {
  const parts = ofPlatform(keys, apple).split(/(?<=.)\+/);
  const key = parts.at(-1) ?? '';
  const wants = (name: string): boolean => parts.slice(0, -1).includes(name);
  const wantsMeta = apple && wants('Mod');
  const wantsCtrl = wants('Ctrl') || (!apple && wants('Mod'));
  if (event.metaKey !== wantsMeta || event.ctrlKey !== wantsCtrl || event.altKey !== wants('Alt'))
    return false;
  // Characters such as ? need Shift on most layouts: there only the character counts.
  const isSymbol = key.length === 1 && !/[a-z0-9]/i.test(key);
  if (!isSymbol && event.shiftKey !== wants('Shift')) return false;
  // With Alt, macOS reports another character than the key shows.
  if (wants('Alt') && [`Key${key.toUpperCase()}`, `Digit${key}`].includes(event.code ?? '')) return true;
  return keyOf(event).toLowerCase() === key.toLowerCase();
}

/** Whether a key press belongs to the input method that is composing text, such as Enter that accepts a candidate. */
export function isComposing({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  // 229: Safari ends the composition before the key that ends it.
  return isComposing || keyCode === 229;
}

/**
 * Keeps the keys of input methods from everything in the window. To be called before anything else listens; returns a
 * function that stops it.
 */
export function leaveKeysToInputMethods(target: Window): () => void {
  const stop = (event: KeyboardEvent): void => {
    if (isComposing(event)) event.stopImmediatePropagation();
  };
  target.addEventListener('keydown', stop, true);
  return () => target.removeEventListener('keydown', stop, true);
}
