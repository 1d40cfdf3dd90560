import { completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, historyKeymap } from '@codemirror/commands';
import { lintKeymap } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { describe, expect, it } from 'vitest';
import { rejectionOf } from './rejected-keys.ts';

const forCommand = { name: 'Mod+K', apple: false };

/** Keys of the editor's library, as shortcuts are written. */
function keysOfEditor(): string[] {
  return [...defaultKeymap, ...historyKeymap, ...searchKeymap, ...completionKeymap, ...lintKeymap]
    .flatMap(({ key, linux }) => linux ?? key ?? [])
    .map((key) => {
      const parts = key.split(/-(?=.)/);
      const last = parts.pop() ?? '';
      const isUpper = /^[A-Z]$/.test(last);
      const has = (name: string): boolean => parts.includes(name);
      return [
        ...(has('Mod') || has('Ctrl') ? ['Mod'] : []),
        ...(has('Shift') || isUpper ? ['Shift'] : []),
        ...(has('Alt') ? ['Alt'] : []),
        last.length === 1 ? last.toUpperCase() : last,
      ].join('+');
    });
}

describe('keys of a shortcut', () => {
  it.each(['Mod+P', 'Mod+Shift+P', 'Mod+K', 'F9', 'Shift+F4', 'Alt+P', 'Mod+;', ''])(
    'may be "%s"',
    (keys) => {
      expect(rejectionOf(keys, forCommand)).toBeUndefined();
    },
  );

  it.each([
    ['Mod+T', 'tab'],
    ['Mod+W', 'Closes the window'],
    ['Alt+F4', 'Closes the window'],
    ['Mod+1', 'tabs'],
    ['Mod++', 'zoom'],
    ['Mod+C', 'Edits text'],
    ['Mod+Alt+P', 'types a character'],
    ['a', 'Add Ctrl or Alt'],
    ['Tab', 'Add Ctrl or Alt'],
    ['ArrowDown', 'Add Ctrl or Alt'],
    ['g x', 'Go to'],
  ])('may not be %s, with the reason', (keys, reason) => {
    expect(rejectionOf(keys, forCommand)).toContain(reason);
  });

  it('may not be those of the editor, which would take them first', () => {
    // The product has these in its own hands: the editor’s are removed.
    const own = ['Mod+Enter', 'F8'];
    const taken = keysOfEditor().filter((keys) => !own.includes(keys));
    expect(taken.length).toBeGreaterThan(50);
    expect(taken.filter((keys) => rejectionOf(keys, forCommand) === undefined)).toEqual([]);
  });

  it('may be a sequence for going to a view, and a symbol for the search', () => {
    expect(rejectionOf('x y', { name: 'g a', apple: false })).toBeUndefined();
    expect(rejectionOf('Mod+J', { name: 'g a', apple: false })).toBeUndefined();
    expect(rejectionOf('x', { name: 'g a', apple: false })).toContain('two letters');
    expect(rejectionOf(';', { name: '/', apple: false })).toBeUndefined();
  });

  it('may not type characters or belong to macOS there', () => {
    const onMac = { name: 'Mod+K', apple: true };
    expect(rejectionOf('Alt+P', onMac)).toContain('Types a character');
    expect(rejectionOf('Mod+Space', onMac)).toContain('Spotlight');
    expect(rejectionOf('Ctrl+E', onMac)).toContain('Edits text');
    expect(rejectionOf('Mod+Alt+P', onMac)).toBeUndefined();
  });

  it('may always be the default keys', () => {
    expect(rejectionOf('Mod+Shift+T', { name: 'Mod+Shift+T', apple: false })).toBeUndefined();
  });
});
