import { describe, expect, it } from 'vitest';
import { gridKeyAction } from './grid-keys.ts';

const size = { rows: 100, columns: 8, pageRows: 20 };

function pressed(key: string, modifier = false, code = '') {
  return gridKeyAction({ key, code, ctrlKey: modifier, metaKey: false }, { row: 50, column: 4 }, size);
}

function move(row: number, column: number) {
  return { kind: 'move', to: { row, column } };
}

describe('the keys of a grid', () => {
  it('move by one cell, by a page and within the row', () => {
    expect(pressed('ArrowDown')).toEqual(move(51, 4));
    expect(pressed('ArrowUp')).toEqual(move(49, 4));
    expect(pressed('ArrowRight')).toEqual(move(50, 5));
    expect(pressed('ArrowLeft')).toEqual(move(50, 3));
    expect(pressed('PageDown')).toEqual(move(70, 4));
    expect(pressed('PageUp')).toEqual(move(30, 4));
    expect(pressed('Home')).toEqual(move(50, 0));
    expect(pressed('End')).toEqual(move(50, 7));
  });

  it('move to the ends with the modifier', () => {
    expect(pressed('ArrowDown', true)).toEqual(move(99, 4));
    expect(pressed('ArrowUp', true)).toEqual(move(0, 4));
    expect(pressed('ArrowRight', true)).toEqual(move(50, 7));
    expect(pressed('ArrowLeft', true)).toEqual(move(50, 0));
    expect(pressed('Home', true)).toEqual(move(0, 0));
    expect(pressed('End', true)).toEqual(move(99, 7));
  });

  it('select everything with the modifier and A, and open with Enter', () => {
    for (const key of ['a', 'A']) expect(pressed(key, true)).toEqual({ kind: 'select-all' });
    expect(pressed('ф', true, 'KeyA')).toEqual({ kind: 'select-all' });
    expect(pressed('Enter')).toEqual({ kind: 'open' });
  });

  it('are ignored if they have no action here', () => {
    expect(pressed('a')).toBeUndefined();
    expect(pressed('Tab')).toBeUndefined();
    expect(pressed('c', true)).toBeUndefined();
  });
});
