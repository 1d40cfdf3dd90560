import { describe, expect, it } from 'vitest';
import { columnsOf, printable } from './printable.ts';
import { formatFields, formatTable } from './table.ts';

describe('tables on a terminal', () => {
  it('have columns as wide as their longest value, also where letters are wide', () => {
    const columns = [
      { title: 'Name', value: ({ name }: { readonly name: string }) => name },
      { title: 'Size', value: ({ name }: { readonly name: string }) => name.length },
    ];
    expect(formatTable(columns, [{ name: 'Payroll' }, { name: '日本語' }])).toBe(
      'NAME     SIZE\nPayroll  7\n日本語   3',
    );
  });

  it('skip fields without a value', () => {
    expect(
      formatFields([
        ['Name', 'Payroll'],
        ['Description', ''],
        ['ID', undefined],
      ]),
    ).toBe('Name  Payroll');
  });

  it('show what a terminal would obey', () => {
    const name = 'a\u001b[2Jb\nc\u202ed\u009b31m';
    expect(printable(name)).toBe('a\\u{1b}[2Jb c\\u{202e}d\\u{9b}31m');
    expect(formatTable([{ title: 'Name', value: () => name }], [{}])).toBe(`NAME\n${printable(name)}`);
  });

  it('count columns, not characters', () => {
    expect(['abc', 'é', '日本', '👍'].map(columnsOf)).toEqual([3, 1, 4, 2]);
  });
});
