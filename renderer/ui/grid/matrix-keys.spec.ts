import { describe, expect, it } from 'vitest';
import { matrixKeyAction, nameColumn } from './matrix-keys.ts';

const size = { rows: 10, columns: 4, pageRows: 5 };
const press = (key: string, at = { row: 3, column: 1 }, held: Partial<KeyboardEvent> = {}) =>
  matrixKeyAction({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...held }, at, size);
const move = (row: number, column: number, isExtending = false) => ({
  kind: 'move',
  to: { row, column },
  extends: isExtending,
});

describe('the keys of a matrix', () => {
  it.each([
    ['ArrowDown', 4, 1],
    ['ArrowUp', 2, 1],
    ['ArrowRight', 3, 2],
    ['ArrowLeft', 3, 0],
    ['Home', 3, 0],
    ['End', 3, 3],
    ['PageDown', 8, 1],
    ['PageUp', 0, 1],
  ])('%s moves', (key, row, column) => {
    expect(press(key)).toEqual(move(row, column));
  });

  it('move to the names of the rows and no further', () => {
    expect(press('ArrowLeft', { row: 3, column: 0 })).toEqual(move(3, nameColumn));
    expect(press('ArrowLeft', { row: 3, column: nameColumn })).toEqual(move(3, nameColumn));
    expect(press('ArrowDown', { row: 9, column: 3 })).toEqual(move(9, 3));
  });

  it('move to the corners with Ctrl', () => {
    expect(press('Home', undefined, { ctrlKey: true })).toEqual(move(0, 0));
    expect(press('End', undefined, { metaKey: true })).toEqual(move(9, 3));
  });

  it('extend a range with Shift, never over the names', () => {
    expect(press('ArrowDown', undefined, { shiftKey: true })).toEqual(move(4, 1, true));
    expect(press('ArrowLeft', { row: 3, column: 0 }, { shiftKey: true })).toEqual(move(3, 0, true));
  });

  it.each([
    [' ', {}, 'toggle'],
    ['Enter', {}, 'open'],
    ['Escape', {}, 'end-range'],
    ['d', { ctrlKey: true }, 'fill-down'],
    ['z', { ctrlKey: true }, 'undo'],
    ['Z', { ctrlKey: true, shiftKey: true }, 'redo'],
    ['y', { metaKey: true }, 'redo'],
    ['a', { ctrlKey: true }, 'select-all'],
  ])('%j with %j: %s', (key, held, kind) => {
    expect(press(key, undefined, held)).toEqual({ kind });
  });

  it('are otherwise left to the view', () => {
    expect(press('Enter', undefined, { ctrlKey: true })).toBeUndefined();
    expect(press('x')).toBeUndefined();
    expect(press('ArrowLeft', undefined, { altKey: true })).toBeUndefined();
  });
});
