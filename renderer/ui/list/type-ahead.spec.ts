import { describe, expect, it } from 'vitest';
import { createTypeAhead } from './type-ahead.ts';

const labels = ['Audit lake', 'Pager', 'Payroll', 'People', 'Slack', 'SIEM'];

describe('type-ahead', () => {
  it('goes to the first row that starts with the letter', () => {
    expect(createTypeAhead().type('s', labels, 0, 0)).toBe(4);
  });

  it('narrows down while letters follow each other quickly', () => {
    const typing = createTypeAhead();
    expect(typing.type('p', labels, -1, 0)).toBe(1);
    expect(typing.type('e', labels, 1, 200)).toBe(3);
  });

  it('steps through rows when the same letter is repeated, and wraps around', () => {
    const typing = createTypeAhead();
    expect(typing.type('p', labels, 0, 0)).toBe(1);
    expect(typing.type('p', labels, 1, 200)).toBe(2);
    expect(typing.type('p', labels, 2, 400)).toBe(3);
    expect(typing.type('p', labels, 3, 600)).toBe(1);
  });

  it('takes a space as part of a name during typing, and not after a pause', () => {
    const typing = createTypeAhead();
    expect(typing.isActive(0)).toBe(false);
    typing.type('a', labels, -1, 0);
    expect(typing.isActive(200)).toBe(true);
    expect(typing.isActive(5_000)).toBe(false);
  });

  it('starts over after a pause', () => {
    const typing = createTypeAhead();
    typing.type('p', labels, 0, 0);
    expect(typing.type('s', labels, 1, 5_000)).toBe(4);
  });

  it('stays where it is when nothing starts with what was typed', () => {
    expect(createTypeAhead().type('x', labels, 2, 0)).toBeUndefined();
  });
});
