import { expect, it } from 'vitest';
import { cellLinks } from './cell-links.ts';

const sources = {
  tenantId: 'acme',
  applications: [
    { id: 'app-1', name: 'Payroll' },
    { id: 'app-2', name: 'Wiki' },
    { id: 'app-3', name: 'Wiki' },
  ],
  roles: [{ id: 'role-1', name: 'Payroll' }],
};
const linksOf = (column: string, value: unknown) =>
  cellLinks(column, value, sources).map(({ kind, name, path }) => `${kind} ${name} ${path}`);

it('links an ID to its application or role, with any column name', () => {
  expect(linksOf('EntityKey', 'app-1')).toEqual(['application Payroll #/t/acme/applications/app-1/settings']);
  expect(linksOf('x', 'role-1')).toEqual(['role Payroll #/t/acme/roles/list/role-1']);
});

it('links a name if the column is about such items, to each match', () => {
  expect(linksOf('ApplicationName', 'Wiki')).toHaveLength(2);
  expect(linksOf('role_name', 'Payroll')).toEqual(['role Payroll #/t/acme/roles/list/role-1']);
  expect(linksOf('Name', 'Payroll')).toHaveLength(2);
  expect(linksOf('FailReason', 'Payroll')).toEqual([]);
});

it('offers a query for a user, with the value safely encoded in the address', () => {
  expect(linksOf('NormalizedUser', 'zoë/o@acme.example')).toEqual([
    `user zoë/o@acme.example #/t/acme/queries/user/${encodeURIComponent('zoë/o@acme.example')}`,
  ]);
  expect(linksOf('UserName', 'x')).toHaveLength(1);
  expect(linksOf('UserAgent', 'Firefox')).toEqual([]);
});

it('offers nothing for other values', () => {
  for (const value of [null, 12, true, '', '  ', 'x'.repeat(300)])
    expect(linksOf('UserName', value)).toEqual([]);
});
