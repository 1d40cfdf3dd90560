import { describe, expect, it } from 'vitest';
import { isApplicationTable, rowsOf, tableOf } from './application-table.ts';
import type { ApplicationSummary } from './application-summary.ts';

const application = (id: string, changes: Partial<ApplicationSummary> = {}): ApplicationSummary => ({
  id,
  name: `Application ${id}`,
  description: '',
  type: 'Web - SAML',
  category: 'Finance',
  state: 'Active',
  icon: '',
  templateName: 'Generic SAML',
  serviceName: '',
  ...changes,
});

const unruly = [
  application('a', { name: 'Pay "roll" \u{1F600}', description: '__proto__' }),
  application('__proto__', { type: '', category: 'constructor' }),
  application('c', { description: 'x'.repeat(100_000), icon: 'data:image/png;base64,AA==' }),
];

describe('a table of applications', () => {
  it('has every member of every application, whatever it says', () => {
    expect(rowsOf(tableOf(unruly))).toHaveLength(3);
    expect(rowsOf(tableOf(unruly))).toEqual(expect.arrayContaining(unruly));
    expect(rowsOf(JSON.parse(JSON.stringify(tableOf(unruly))))).toEqual(rowsOf(tableOf(unruly)));
    expect(rowsOf(tableOf([]))).toEqual([]);
  });

  it('is in the order in which people sort names', () => {
    const names = ['Payroll 10', 'payroll 2', 'Öffice', 'Archive'];
    const table = tableOf(names.map((name, index) => application(String(index), { name })));
    expect(rowsOf(table).map(({ name }) => name)).toEqual(['Archive', 'Öffice', 'payroll 2', 'Payroll 10']);
  });

  it('says what many applications share once', () => {
    const many = Array.from({ length: 1000 }, (_, index) => application(String(index)));
    const text = JSON.stringify(tableOf(many));
    expect(text.match(/Web - SAML/g)).toHaveLength(1);
    expect(text.length).toBeLessThan(JSON.stringify(many).length / 3);
  });

  it.each([
    ['a list', []],
    ['nothing', null],
    ['a column that is missing', { ...tableOf(unruly), columns: { id: tableOf(unruly).columns.id } }],
    ['a column too many', withColumns({ extra: { values: ['', '', ''] } })],
    ['a column too short', withColumns({ name: { values: ['a', 'b'] } })],
    ['a value that is no text', withColumns({ name: { values: ['a', 'b', 3] } })],
    ['a place that is not there', withColumns({ type: { values: ['a'], at: [0, 0, 1] } })],
    ['a place before the first', withColumns({ type: { values: ['a'], at: [0, 0, -1] } })],
    ['an empty identifier', withColumns({ id: { values: ['a', '', 'c'] } })],
    ['a count that is none', { ...tableOf(unruly), count: '3' }],
  ])('is not %s', (_, value) => {
    expect(isApplicationTable(value)).toBe(false);
  });

  it('is what it was made', () => {
    expect(isApplicationTable(tableOf(unruly))).toBe(true);
    expect(isApplicationTable(tableOf([]))).toBe(true);
  });
});

function withColumns(changed: Readonly<Record<string, unknown>>): unknown {
  const table = tableOf(unruly);
  return { ...table, columns: { ...table.columns, ...changed } };
}
