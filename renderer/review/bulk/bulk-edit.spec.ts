import { describe, expect, it } from 'vitest';
import type { BulkField, BulkItem } from './bulk-edit.ts';
import { commonValue, listChange, previewItem, textChange } from './bulk-edit.ts';

interface Note extends BulkItem {
  readonly text: string;
  readonly isLocked?: boolean;
}

const note = (text: string, more: Partial<Note> = {}): Note => ({ id: text, name: text, text, ...more });
const field: BulkField<Note> = {
  ...{ id: 'text', label: 'Text', hint: '', ways: ['set'] },
  unable: ({ isLocked }) => (isLocked === true ? 'Locked.' : undefined),
  text: ({ text }) => text,
  begin: () => undefined,
  changeOf: () => undefined,
};
const rules = {
  isSame: (before: Note, after: Note) => before.text === after.text,
  problems: (_before: Note, after: Note): Record<string, string> =>
    after.text === '' ? { text: 'Enter a text.' } : {},
};
const preview = (item: Note, to: string) =>
  previewItem(item, [{ field, change: (one) => ({ ...one, text: to }) }], rules);

const edit = { fieldId: 'text', way: 'set', find: '', by: '' } as const;

describe('the preview of a bulk edit', () => {
  it('separates changed, unchanged and unable items, each with its reason', () => {
    expect(preview(note('old'), 'new')).toMatchObject({
      outcome: 'changed',
      fields: [{ before: 'old', after: 'new', reason: undefined }],
    });
    expect(preview(note('new'), 'new').outcome).toBe('unchanged');
    expect(preview(note('old', { isLocked: true }), 'new')).toMatchObject({
      outcome: 'unable',
      fields: [{ before: 'old', after: 'old', reason: 'Locked.' }],
    });
    expect(preview(note('old'), '')).toMatchObject({
      outcome: 'unable',
      fields: [{ reason: 'Enter a text.' }],
    });
  });
});

describe('the change of a value', () => {
  it('is none while the entry is incomplete', () => {
    expect(textChange(edit, '')).toBeUndefined();
    expect(textChange({ ...edit, way: 'replace' }, 'x')).toBeUndefined();
    expect(listChange({ way: 'add' }, [], String)).toBeUndefined();
  });

  it('sets, appends, replaces and clears a text', () => {
    expect(textChange(edit, 'b')?.('a')).toBe('b');
    expect(textChange({ ...edit, way: 'append' }, 'b')?.('a')).toBe('a b');
    expect(textChange({ ...edit, way: 'replace', find: 'a', by: '$&' }, '')?.('aba')).toBe('$&b$&');
    expect(textChange({ ...edit, way: 'clear' }, '')?.('a')).toBe('');
  });

  it('adds, updates and removes entries of a list by key', () => {
    const keyOf = ({ key }: { key: string; value: number }) => key;
    const list = [
      { key: 'a', value: 1 },
      { key: 'b', value: 2 },
    ];
    const entries = [
      { key: 'b', value: 3 },
      { key: 'c', value: 4 },
    ];
    expect(listChange({ way: 'add' }, entries, keyOf)?.(list)).toEqual([list[0], ...entries]);
    expect(listChange({ way: 'remove' }, entries, keyOf)?.(list)).toEqual([list[0]]);
    expect(listChange({ way: 'set' }, entries, keyOf)?.(list)).toEqual(entries);
    expect(listChange({ way: 'clear' }, [], keyOf)?.(list)).toEqual([]);
  });
});

it('finds the value that all have', () => {
  expect(commonValue([1, 1], Object.is)).toBe(1);
  expect(commonValue([1, 2], Object.is)).toBeUndefined();
  expect(commonValue([], Object.is)).toBeUndefined();
});
