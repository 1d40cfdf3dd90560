import { describe, expect, it } from 'vitest';
import { testUserLimits } from '../../../../contract/scripts/test-user-limits.ts';
import { testUserSchema } from '../../../../contract/scripts/scripts.ts';
import { filledMembers, leftColumns, mappingProblem, proposeMapping, usersOfRows } from './users-of-rows.ts';

const numbered = <Row>(rows: readonly Row[]) => rows.map((row, index) => ({ number: index + 1, row }));

describe('column mapping', () => {
  it('maps a column to an attribute of the same name, and to the member of LoginUser it provides', () => {
    const columns = ['ID', 'userPrincipalName', 'sAMAccountName', 'givenName', 'sn', 'mail', 'department'];
    expect(proposeMapping(columns)).toEqual(columns);
    expect(filledMembers(columns)).toEqual(['Uuid', 'Username', '', 'FirstName', 'LastName', 'Email', '']);
    expect(filledMembers(['Name', 'DisplayName', 'E-Mail', 'first_name'])).toEqual([
      '',
      '',
      'Email',
      'FirstName',
    ]);
  });

  it('never maps two columns to one attribute, and skips none that fits into a test user', () => {
    expect(proposeMapping(['_RowKey', 'Username', 'Login', 'username', 'E-Mail', 'mail'])).toEqual([
      '_RowKey',
      'Username',
      'Login',
      'username (2)',
      'E-Mail',
      'mail',
    ]);
    const many = Array.from({ length: testUserLimits.properties + 2 }, (_each, index) => `a${index}`);
    expect(leftColumns(many, proposeMapping(many))).toEqual(['a60', 'a61']);
    expect(leftColumns(['mail', ' '], ['mail', ''])).toEqual([' ']);
  });

  it('can be changed, but not to duplicates, an empty mapping or too many attributes', () => {
    expect(mappingProblem(['Username', ' ', 'username '])).toBe('Two columns map to username.');
    expect(mappingProblem(['', ' '])).not.toBe('');
    expect(mappingProblem(['Username', 'a'])).toBe('');
    const many = Array.from({ length: testUserLimits.properties + 1 }, (_each, index) => `a${index}`);
    expect(mappingProblem(many)).not.toBe('');
    expect(mappingProblem(proposeMapping(many))).toBe('');
  });
});

describe('rows', () => {
  const mapping = ['Username', 'DisplayName', '', 'cost'];

  it('become valid test users, with every mapped value as text', () => {
    const { users, problems } = usersOfRows(
      numbered([
        ['zoe', 'Zoë', 'left', 41.5],
        ['karl', null, 'left', true],
      ]),
      mapping,
      [],
    );
    expect(problems).toEqual([]);
    expect(users.map(({ name }) => name)).toEqual(['Zoë', 'karl']);
    expect(users[1]?.properties).toEqual([
      { name: 'Username', value: 'karl' },
      { name: 'DisplayName', value: '' },
      { name: 'cost', value: 'true' },
    ]);
    for (const user of users) expect(() => testUserSchema.parse({ id: 'x', ...user })).not.toThrow();
  });

  it('keep a column that maps to a member readable under its own name', () => {
    const columns = ['sAMAccountName', 'mail', 'note'];
    const { users } = usersOfRows(
      numbered([['zross', 'zoe@acme.example', 'left']]),
      ['Username', 'Email', ''],
      [],
      columns,
    );
    expect(users).toEqual([
      {
        name: 'zross',
        properties: [
          { name: 'Username', value: 'zross' },
          { name: 'Email', value: 'zoe@acme.example' },
          { name: 'sAMAccountName', value: 'zross' },
          { name: 'mail', value: 'zoe@acme.example' },
        ],
      },
    ]);
  });

  it('are named after the value that scripts read as DisplayName, Username or Email', () => {
    const made = usersOfRows(
      numbered([
        ['zoe', 'Zoe', 'Ross'],
        ['ZOE', 'Zoe', 'Again'],
      ]),
      ['userPrincipalName', 'givenName', 'cn'],
      [],
    );
    expect(made.users.map(({ name }) => name)).toEqual(['Ross']);
    expect(made.problems.map(({ row }) => row)).toEqual([2]);
  });

  it('report invalid rows with the reason, and add the others', () => {
    const present = [{ id: '1', name: 'Zoë', properties: [{ name: 'Username', value: 'ZOE' }] }];
    const rows = numbered([
      [null, ' ', '', ''],
      ['zoe', 'Zoë again', '', ''],
      ['long', 'Long', '', 'x'.repeat(testUserLimits.value + 1)],
      ['karl', 'Karl', '', ''],
      ['KARL', 'Karl again', '', ''],
    ]);
    const { users, problems } = usersOfRows(rows, mapping, present);
    expect(users.map(({ name }) => name)).toEqual(['Karl']);
    expect(problems).toEqual([
      { row: 1, message: 'Needs a DisplayName, Username or Email.' },
      { row: 2, message: 'Zoë again is already a test user.' },
      { row: 3, message: 'cost is longer than 4,000 characters.' },
      { row: 5, message: 'Karl again is already a test user.' },
    ]);
  });

  it('report rows beyond the limit of test users', () => {
    const rows = numbered(
      Array.from({ length: testUserLimits.users + 2 }, (_each, index) => [`u${index}`, '', '', '']),
    );
    const { users, problems } = usersOfRows(rows, mapping, []);
    expect(users).toHaveLength(testUserLimits.users);
    expect(problems.map(({ row }) => row)).toEqual([51, 52]);
  });

  it('truncate a name that is too long', () => {
    const { users } = usersOfRows(numbered([['a', 'N'.repeat(500), '', '']]), mapping, []);
    expect(users[0]?.name).toHaveLength(testUserLimits.name);
  });
});
