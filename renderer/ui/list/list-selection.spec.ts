import { describe, expect, it } from 'vitest';
import { noSelection, selectOne, selectRange, toggleRow } from './list-selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

describe('selection of rows', () => {
  it('extends from the anchor in either direction', () => {
    expect([...selectRange(selectOne('c'), 'e', order).keys]).toEqual(['c', 'd', 'e']);
    expect([...selectRange(selectOne('c'), 'a', order).keys]).toEqual(['a', 'b', 'c']);
  });

  it('replaces the range when it is extended again from the same anchor', () => {
    const wide = selectRange(selectOne('b'), 'e', order);
    expect([...selectRange(wide, 'c', order).keys]).toEqual(['b', 'c']);
  });

  it('toggles a row', () => {
    const two = toggleRow(selectOne('a'), 'd');
    expect([...two.keys]).toEqual(['a', 'd']);
    expect([...toggleRow(two, 'a').keys]).toEqual(['d']);
  });

  it('selects only the row when the anchor is no longer in the list', () => {
    expect([...selectRange(selectOne('gone'), 'b', order).keys]).toEqual(['b']);
    expect([...selectRange(noSelection, 'b', order).keys]).toEqual(['b']);
  });
});
