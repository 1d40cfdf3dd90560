import { describe, expect, it } from 'vitest';
import { AfterDeletion } from './after-deletion.ts';

const listOf = (...ids: string[]) => ids.map((id) => ({ id }));
const all = listOf('a', 'b', 'c', 'd');

/** What is opened next after `gone` was deleted while `open` was open. */
function nextAfter(deleted: readonly string[], open: string | undefined, shown = all): string | undefined {
  const after = new AfterDeletion();
  after.note(deleted, shown, open);
  return after.next(shown)?.id;
}

describe('what is open after a deletion, while the list still has the deleted items', () => {
  it('is the next item', () => {
    expect(nextAfter(['b'], 'b')).toBe('c');
    expect(nextAfter(['a'], 'a')).toBe('b');
  });

  it('is the previous item if it was the last', () => {
    expect(nextAfter(['d'], 'd')).toBe('c');
  });

  it('is never a deleted one', () => {
    expect(nextAfter(['b', 'c'], 'b')).toBe('d');
    expect(nextAfter(['a', 'b', 'c', 'd'], 'b')).toBeUndefined();
    expect(nextAfter(['a'], undefined)).toBe('b');
  });

  it('is the first of the list if that has changed', () => {
    const after = new AfterDeletion();
    after.note(['b'], all, 'b');
    expect(after.next(listOf('b', 'd', 'a'))?.id).toBe('d');
  });

  it('is the first if nothing was deleted', () => {
    expect(new AfterDeletion().next(all)?.id).toBe('a');
    expect(new AfterDeletion().next([])).toBeUndefined();
  });
});
