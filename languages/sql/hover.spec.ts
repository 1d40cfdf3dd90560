import { describe, expect, it } from 'vitest';
import { helpAt } from './hover.ts';

const tables = [
  {
    name: 'Role',
    columns: [
      { name: 'ID', type: '' },
      { name: 'Name', type: 'text' },
    ],
  },
  { name: 'Empty', columns: [] },
];
/** Help at the `|` of the query. */
const help = (query: string) => helpAt(query.replace('|', ''), query.indexOf('|'), tables);

describe('help for a word in a query', () => {
  it('explains a called function', () => {
    expect(help('select subs|tr(Name, 1) from Role')).toMatchObject({
      title: 'SUBSTR(text, start, length)',
      example: 'SUBSTR(Name, 1, 3)',
      from: 7,
      to: 13,
    });
    expect(help('select |count from Role')).toBeUndefined();
  });

  it('shows the table and type of a column', () => {
    expect(help('select n|ame from Role')).toMatchObject({ title: 'Role.Name', text: 'Type text.' });
    expect(help('select r.|ID from Role r')).toMatchObject({ title: 'Role.ID' });
    expect(help('select |Name from Other')).toBeUndefined();
  });

  it('shows the columns of a table', () => {
    expect(help('select * from ro|le')).toMatchObject({ title: 'Role', text: 'Columns: ID, Name.' });
    expect(help('select * from Em|pty')?.text).toContain('after the table');
  });

  it.each([
    "select 'Na|me' from Role",
    'select 1 -- Na|me',
    '@/lib/Na|me.js',
    'select :Na|me from Role',
    '|',
  ])('shows nothing in %s', (query) => {
    expect(help(query)).toBeUndefined();
  });
});
