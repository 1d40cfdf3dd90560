import { keyOf } from './shortcut.ts';
import type { KeyPress } from './shortcut.ts';

/** Keys that only change what another key does. */
const modifiers = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'Fn', 'OS', 'Dead', 'Process'];

/** The keys of a press as text, for example `Mod+Shift+K`; undefined while only modifiers are pressed. */
export function recordedKeys(event: KeyPress, apple: boolean): string | undefined {
  if (modifiers.includes(event.key) || event.key === 'Unidentified') return undefined;
  // With Alt, a layout reports another character than the key shows.
  const physical = event.altKey ? /^(?:Key|Digit)(.)$/.exec(event.code ?? '')?.[1] : undefined;
  const key = physical ?? keyOf(event);
  const isSymbol = key.length === 1 && !/[a-z0-9]/i.test(key);
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  return [
    ...((apple ? event.metaKey : event.ctrlKey) ? ['Mod'] : []),
    ...(apple && event.ctrlKey ? ['Ctrl'] : []),
    // Characters such as ? need Shift on most layouts: only the character counts.
    ...(event.shiftKey && !isSymbol ? ['Shift'] : []),
    ...(event.altKey ? ['Alt'] : []),
    // As in the names of shortcuts: `g a`, but `Mod+K`.
    isPlain || key.length > 1 ? key : key.toUpperCase(),
  ].join('+');
}
