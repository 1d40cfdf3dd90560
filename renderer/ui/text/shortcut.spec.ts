import { describe, expect, it } from 'vitest';
import { ariaShortcut, isComposing, keyOf, matchesShortcut, shortcutKeys } from './shortcut.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('shortcuts', () => {
  it('are shown as on each platform', () => {
    expect(shortcutKeys('Mod+Enter', true)).toEqual(['⌘', '↵']);
    expect(shortcutKeys('Mod+Enter', false)).toEqual(['Ctrl', '↵']);
    expect(shortcutKeys('g a', false)).toEqual(['G', 'A']);
    expect(shortcutKeys('/', false)).toEqual(['/']);
  });

  it('are announced with the real name of the modifier', () => {
    expect(ariaShortcut('Mod+K', true)).toBe('Meta+K');
    expect(ariaShortcut('Mod+K', false)).toBe('Control+K');
  });

  it('match the exact modifiers only', () => {
    expect(matchesShortcut({ ...plain, key: 'k', ctrlKey: true }, 'Mod+K', false)).toBe(true);
    expect(matchesShortcut({ ...plain, key: 'k', ctrlKey: true }, 'Mod+K', true)).toBe(false);
    expect(matchesShortcut({ ...plain, key: 'k', ctrlKey: true, shiftKey: true }, 'Mod+K', false)).toBe(
      false,
    );
    expect(matchesShortcut({ ...plain, key: 'k' }, 'Mod+K', false)).toBe(false);
  });

  it('with Alt match the key, whatever character the platform produces', () => {
    const pressed = { ...plain, code: 'KeyF', altKey: true, shiftKey: true };
    expect(matchesShortcut({ ...pressed, key: 'F' }, 'Shift+Alt+F', false)).toBe(true);
    expect(matchesShortcut({ ...pressed, key: 'F' }, 'Shift+Alt+G', false)).toBe(false);
    const command = { ...pressed, shiftKey: false, code: 'KeyG', key: '©', metaKey: true };
    expect(matchesShortcut(command, 'Mod+Alt+G', true)).toBe(true);
  });

  it('match a symbol whether or not the layout needs Shift for it', () => {
    expect(matchesShortcut({ ...plain, key: '?', shiftKey: true }, '?', false)).toBe(true);
    expect(matchesShortcut({ ...plain, key: '/' }, '/', false)).toBe(true);
  });

  it('with Alt alone type characters on macOS, and need Ctrl there', () => {
    const typed = { ...plain, code: 'KeyZ', key: 'ż', altKey: true };
    expect(matchesShortcut(typed, 'Alt+Z', true)).toBe(false);
    expect(matchesShortcut({ ...typed, key: 'Ω', ctrlKey: true }, 'Alt+Z', true)).toBe(true);
    expect(shortcutKeys('Shift+Alt+F', true)).toEqual(['⌃', '⇧', '⌥', 'F']);
    expect(shortcutKeys('Shift+Alt+F', false)).toEqual(['Shift', 'Alt', 'F']);
    expect(ariaShortcut('Alt+Z', true)).toBe('Control+Alt+Z');
    // These type nothing.
    expect(shortcutKeys('Alt+ArrowLeft', true)).toEqual(['⌥', '←']);
    expect(matchesShortcut({ ...plain, key: 'ArrowLeft', altKey: true }, 'Alt+ArrowLeft', true)).toBe(true);
  });

  it.each([
    ['Cyrillic', 'л', 'KeyK', 'Mod+K'],
    ['Cyrillic', 'б', 'Comma', 'Mod+,'],
    ['Greek', 'κ', 'KeyK', 'Mod+K'],
    ['Hebrew', 'ל', 'KeyK', 'Mod+K'],
    ['Caps Lock', 'K', 'KeyK', 'Mod+K'],
    ['Dvorak', 'k', 'KeyV', 'Mod+K'],
    ['Dvorak', ',', 'KeyW', 'Mod+,'],
  ])('work with %s', (_layout, key, code, shortcut) => {
    expect(matchesShortcut({ ...plain, key, code, ctrlKey: true }, shortcut, false)).toBe(true);
  });

  it('follow the letters of a Latin layout, not their places', () => {
    expect(matchesShortcut({ ...plain, key: 't', code: 'KeyK', ctrlKey: true }, 'Mod+K', false)).toBe(false);
    expect([keyOf({ key: 'é', code: 'KeyE' }), keyOf({ key: ' ', code: 'Space' })]).toEqual(['é', 'Space']);
    expect([keyOf({ key: 'й', code: 'KeyQ' }), keyOf({ key: 'Enter', code: 'Enter' })]).toEqual([
      'q',
      'Enter',
    ]);
  });

  it('are not what an input method composes with', () => {
    expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
    expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
    expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
  });
});
