import { describe, expect, it } from 'vitest';
import type { ChangePart, Pair } from './change-parts.ts';
import { memberRows, pairRows, unchangedLine } from './part-rows.ts';

const pair = (name: string, value: string, isSecret = false): Pair => ({ name, value, isSecret });
const field = (label: string, value: string): ChangePart => ({
  type: 'field',
  name: label,
  label,
  isChanged: false,
  before: value,
  after: value,
});

describe('rows of pairs', () => {
  it('match pairs by name and report the change', () => {
    const rows = pairRows(
      [pair('A', '1'), pair('B', '2'), pair('C', '3')],
      [pair('C', '3'), pair('A', 'one'), pair('D', '4')],
    );
    expect(rows.map(({ name, sign }) => [name, sign])).toEqual([
      ['A', 'changed'],
      ['B', 'removed'],
      ['C', 'same'],
      ['D', 'added'],
    ]);
  });

  it('keep every pair of a duplicate name', () => {
    const rows = pairRows([pair('A', '1'), pair('A', '2')], [pair('A', '1'), pair('A', '3'), pair('A', '4')]);
    expect(rows.map(({ sign, after }) => [sign, after?.value])).toEqual([
      ['same', '1'],
      ['changed', '3'],
      ['added', '4'],
    ]);
  });
});

describe('rows of members', () => {
  it('report added, removed and unchanged members', () => {
    expect(memberRows(['a', 'b'], ['b', 'c'], (member) => member)).toEqual([
      { sign: 'removed', member: 'a' },
      { sign: 'added', member: 'c' },
      { sign: 'same', member: 'b' },
    ]);
  });
});

describe('unchanged parts', () => {
  it('fit on one line: short values with labels, long values as labels only', () => {
    const parts = [field('Name', 'Payroll'), field('Method', 'POST'), field('URL', 'x'.repeat(80))];
    expect(unchangedLine(parts)).toBe('Name, method POST, URL');
  });
});
