import { describe, expect, it } from 'vitest';
import { testUserLimits } from '../../../../contract/scripts/test-user-limits.ts';
import { testUserSchema } from '../../../../contract/scripts/scripts.ts';
import { filledMembers, leftColumns, mappingProblem, proposeMapping, usersOfRows } from './users-of-rows.ts';

const numbered = <Row>(rows: readonly Row[]) => rows.map((row, index) => ({ number: index + 1, row }));

describe('what columns become', () => {
  it('is an attribute of its own name, and the member of LoginUser that it gives the value of', () => {
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

  it('is never the same twice, and leaves nothing that a test user has room for', () => {
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

  it('may be said otherwise, but not twice, not for nothing, and not for too many', () => {
    expect(mappingProblem(['Username', ' ', 'username '])).toBe('Two columns become username.');
    expect(mappingProblem(['', ' '])).not.toBe('');
    expect(mappingProblem(['Username', 'a'])).toBe('');
    const many = Array.from({ length: testUserLimits.properties + 1 }, (_each, index) => `a${index}`);
    expect(mappingProblem(many)).not.toBe('');
    expect(mappingProblem(proposeMapping(many))).toBe('');
  });
});

describe('rows', () => {
  const mapping = ['Username', 'DisplayName', '', 'cost'];

  it('become users that the bench takes, with every mapped value as a text', () => {
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

  it('keep a column that becomes a member readable under its own name', () => {
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

  it('are known by what scripts read as DisplayName, Username and Email, whatever the columns are called', () => {
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

  it('that make no user are named with the reason, and hold up none of the others', () => {
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
      { row: 1, message: 'It has no DisplayName, no Username and no Email to be known by.' },
      { row: 2, message: 'Zoë again is on the bench already.' },
      { row: 3, message: 'cost is longer than 4,000 characters.' },
      { row: 5, message: 'Karl again is on the bench already.' },
    ]);
  });

  it('that are too many for the bench are named as well', () => {
    const rows = numbered(
      Array.from({ length: testUserLimits.users + 2 }, (_each, index) => [`u${index}`, '', '', '']),
    );
    const { users, problems } = usersOfRows(rows, mapping, []);
    expect(users).toHaveLength(testUserLimits.users);
    expect(problems.map(({ row }) => row)).toEqual([51, 52]);
  });

  it('with a name that is too long are known by the beginning of it', () => {
    const { users } = usersOfRows(numbered([['a', 'N'.repeat(500), '', '']]), mapping, []);
    expect(users[0]?.name).toHaveLength(testUserLimits.name);
  });
});
