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

const edgeCases = [
  application('a', { name: 'Pay "roll" \u{1F600}', description: '__proto__' }),
  application('__proto__', { type: '', category: 'constructor' }),
  application('c', { description: 'x'.repeat(100_000), icon: 'data:image/png;base64,AA==' }),
];

describe('a table of applications', () => {
  it('has every member of every application, whatever its value', () => {
    expect(rowsOf(tableOf(edgeCases))).toHaveLength(3);
    expect(rowsOf(tableOf(edgeCases))).toEqual(expect.arrayContaining(edgeCases));
    expect(rowsOf(JSON.parse(JSON.stringify(tableOf(edgeCases))))).toEqual(rowsOf(tableOf(edgeCases)));
    expect(rowsOf(tableOf([]))).toEqual([]);
  });

  it('is sorted by name as a reader expects', () => {
    const names = ['Payroll 10', 'payroll 2', 'Öffice', 'Archive'];
    const table = tableOf(names.map((name, index) => application(String(index), { name })));
    expect(rowsOf(table).map(({ name }) => name)).toEqual(['Archive', 'Öffice', 'payroll 2', 'Payroll 10']);
  });

  it('stores shared values once', () => {
    const many = Array.from({ length: 1000 }, (_, index) => application(String(index)));
    const text = JSON.stringify(tableOf(many));
    expect(text.match(/Web - SAML/g)).toHaveLength(1);
    expect(text.length).toBeLessThan(JSON.stringify(many).length / 3);
  });

  it.each([
    ['a list', []],
    ['nothing', null],
    ['a column that is missing', { ...tableOf(edgeCases), columns: { id: tableOf(edgeCases).columns.id } }],
    ['a column too many', withColumns({ extra: { values: ['', '', ''] } })],
    ['a column too short', withColumns({ name: { values: ['a', 'b'] } })],
    ['a value that is not a string', withColumns({ name: { values: ['a', 'b', 3] } })],
    ['an index out of range', withColumns({ type: { values: ['a'], at: [0, 0, 1] } })],
    ['a negative index', withColumns({ type: { values: ['a'], at: [0, 0, -1] } })],
    ['an empty ID', withColumns({ id: { values: ['a', '', 'c'] } })],
    ['a count that is not a number', { ...tableOf(edgeCases), count: '3' }],
  ])('rejects %s', (_, value) => {
    expect(isApplicationTable(value)).toBe(false);
  });

  it('accepts what tableOf makes', () => {
    expect(isApplicationTable(tableOf(edgeCases))).toBe(true);
    expect(isApplicationTable(tableOf([]))).toBe(true);
  });
});

function withColumns(changed: Readonly<Record<string, unknown>>): unknown {
  const table = tableOf(edgeCases);
  return { ...table, columns: { ...table.columns, ...changed } };
}
