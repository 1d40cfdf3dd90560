import { describe, expect, it } from 'vitest';
import { ariaShortcut, matchesShortcut, shortcutKeys } from './shortcut.ts';

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
    expect(matchesShortcut({ ...pressed, key: 'Ï' }, 'Shift+Alt+F', true)).toBe(true);
    expect(matchesShortcut({ ...pressed, key: 'F' }, 'Shift+Alt+F', false)).toBe(true);
    expect(matchesShortcut({ ...pressed, key: 'Ï' }, 'Shift+Alt+G', true)).toBe(false);
    expect(matchesShortcut({ ...pressed, key: 'Ï', ctrlKey: true }, 'Shift+Alt+F', true)).toBe(false);
  });

  it('match a symbol whether or not the layout needs Shift for it', () => {
    expect(matchesShortcut({ ...plain, key: '?', shiftKey: true }, '?', false)).toBe(true);
    expect(matchesShortcut({ ...plain, key: '/' }, '/', false)).toBe(true);
  });
});
