import { describe, expect, it } from 'vitest';
import { shortcutsSchema, usableShortcuts } from './shortcuts.ts';

describe('changed shortcuts', () => {
  it.each(['Mod+K', 'Mod+Shift+Enter', 'F8', 'g a', '/', '?', 'Mod+,', 'Mod++', 'Alt+ArrowLeft', 'ж', ''])(
    'may have the keys "%s"',
    (keys) => {
      expect(shortcutsSchema.parse({ 'Mod+K': keys })).toEqual({ 'Mod+K': keys });
    },
  );

  it.each(['Hyper+K', 'Mod K x', 'a b c', 'Mod+', 'two words', 'x'.repeat(41)])(
    'may not have the keys "%s"',
    (keys) => {
      expect(shortcutsSchema.safeParse({ 'Mod+K': keys }).success).toBe(false);
    },
  );

  it('are used except for damaged ones, which keep their default', () => {
    expect(usableShortcuts({ 'Mod+K': 'Mod+P', F8: 8, 'g a': 'three keys here', '': 'F9' })).toEqual({
      'Mod+K': 'Mod+P',
    });
    expect(usableShortcuts('nonsense')).toEqual({});
    expect(usableShortcuts(null)).toEqual({});
  });

  it('never give the same keys to two commands', () => {
    expect(usableShortcuts({ 'Mod+K': 'F9', F8: 'F9', F7: '', F6: '' })).toEqual({
      'Mod+K': 'F9',
      F7: '',
      F6: '',
    });
  });
});
