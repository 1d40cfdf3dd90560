import { expect, it } from 'vitest';
import { recordedKeys } from './recorded-keys.ts';
import { matchesKeys } from './shortcut.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

it.each([
  [{ key: 'k', code: 'KeyK', ctrlKey: true }, false, 'Mod+K'],
  [{ key: 'k', code: 'KeyK', metaKey: true }, true, 'Mod+K'],
  [{ key: 'k', code: 'KeyK', ctrlKey: true }, true, 'Ctrl+K'],
  [{ key: 'л', code: 'KeyK', ctrlKey: true }, false, 'Mod+K'],
  [{ key: 'P', code: 'KeyP', ctrlKey: true, shiftKey: true }, false, 'Mod+Shift+P'],
  [{ key: 'ƒ', code: 'KeyF', ctrlKey: true, altKey: true }, true, 'Ctrl+Alt+F'],
  [{ key: ':', code: 'Period', ctrlKey: true, shiftKey: true }, false, 'Mod+:'],
  [{ key: 'F8', code: 'F8', shiftKey: true }, false, 'Shift+F8'],
  [{ key: ' ', code: 'Space', ctrlKey: true }, false, 'Mod+Space'],
  [{ key: 'g', code: 'KeyG' }, false, 'g'],
  [{ key: '?', code: 'Slash', shiftKey: true }, false, '?'],
] as const)('records %o as keys that it then matches', (press, apple, keys) => {
  const event = { ...plain, ...press };
  expect(recordedKeys(event, apple)).toBe(keys);
  expect(matchesKeys(event, keys, apple)).toBe(true);
});

it.each(['Shift', 'Control', 'AltGraph', 'Meta', 'Dead'])('waits for a key after %s', (key) => {
  expect(recordedKeys({ ...plain, key }, false)).toBeUndefined();
});
