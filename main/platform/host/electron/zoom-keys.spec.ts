import { expect, it } from 'vitest';
import { zoomedBy } from './zoom-keys.ts';

const press = (given: Partial<Parameters<typeof zoomedBy>[0]>, platform: NodeJS.Platform = 'linux') =>
  zoomedBy(
    { type: 'keyDown', key: '', code: '', control: true, meta: false, alt: false, shift: false, ...given },
    1,
    platform,
  );

it.each([
  ['plus, wherever it is', { key: '+', code: 'BracketRight' }, 1.5],
  ['plus with Shift', { key: '+', code: 'Equal', shift: true }, 1.5],
  ['equals, which is plus without Shift', { key: '=', code: 'Equal' }, 1.5],
  ['plus of the keypad', { key: '+', code: 'NumpadAdd' }, 1.5],
  ['minus of the keypad', { key: '-', code: 'NumpadSubtract' }, 0.5],
  ['zero of the keypad', { key: '0', code: 'Numpad0' }, 0],
])('zooms by %s', (_what, pressed, level) => {
  expect(press(pressed)).toBe(level);
});

it.each([
  ['a key without Control', { key: '=', control: false }],
  ['a key with AltGr, which types a character', { key: '+', alt: true }],
  ['a key release', { key: '=', type: 'keyUp' }],
  ['equals with Shift, which is a different key from plus', { key: '=', code: 'Digit0', shift: true }],
  ['the keypad as arrows', { key: 'Insert', code: 'Numpad0' }],
  ['another key', { key: 'k', code: 'KeyK' }],
])('leaves %s to the page', (_what, pressed) => {
  expect(press(pressed)).toBeUndefined();
});

it('uses Command on macOS', () => {
  expect(press({ key: '=', control: false, meta: true }, 'darwin')).toBe(1.5);
  expect(press({ key: '=' }, 'darwin')).toBeUndefined();
});
