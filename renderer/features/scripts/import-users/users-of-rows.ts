import { benchLimits as limits } from '../../../../contract/bench-limits.ts';
import type { QueryResult } from '../../../../contract/queries.ts';
import type { BenchUser } from '../../../../contract/scripts.ts';

type Row = QueryResult['rows'][number];

/** What each column of a result becomes, in the order of the columns; empty for a column that is left. */
export type Mapping = readonly string[];

/** A row that is not taken, by its number in the result from 1. */
export interface RowProblem {
  readonly row: number;
  readonly message: string;
}

export interface ImportedUsers {
  readonly users: readonly Omit<BenchUser, 'id'>[];
  readonly problems: readonly RowProblem[];
}

/** Names under which directories and tenants know what scripts find as members of LoginUser. */
const members: Readonly<Record<string, readonly string[]>> = {
  Username: ['username', 'login', 'loginname', 'systemname', 'userprincipalname', 'upn', 'samaccountname'],
  DisplayName: ['displayname', 'name', 'fullname', 'cn'],
  FirstName: ['firstname', 'givenname', 'forename'],
  LastName: ['lastname', 'sn', 'surname', 'familyname'],
  Email: ['email', 'mail', 'emailaddress'],
  Uuid: ['uuid', 'id', 'userguid', 'internalname'],
  RoleNames: ['rolenames', 'roles'],
  GroupNames: ['groupnames', 'groups', 'memberof'],
};

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/**
 * What each column becomes unless a person says otherwise: a member of LoginUser where its name says so, else an attribute
 * of its own name. The tenant's own marks (`_RowKey`) and what two columns would become are left.
 */
export function proposeMapping(columns: readonly string[]): Mapping {
  const taken = new Set<string>();
  return columns.map((column, index) => {
    if (column.startsWith('_') || index >= limits.properties) return '';
    const name = plain(column);
    const member = Object.entries(members).find(([, names]) => names.includes(name))?.[0];
    const wanted = member === undefined || taken.has(member.toLowerCase()) ? column.trim() : member;
    if (wanted === '' || wanted.length > limits.name || taken.has(wanted.toLowerCase())) return '';
    taken.add(wanted.toLowerCase());
    return wanted;
  });
}

/** What is wrong with a mapping as a whole; empty where rows can be taken with it. */
export function mappingProblem(mapping: Mapping): string {
  const used = mapping.map((name) => name.trim()).filter((name) => name !== '');
  const twice = used.find((name, index) =>
    used.slice(0, index).some((earlier) => earlier.toLowerCase() === name.toLowerCase()),
  );
  if (twice !== undefined) return `Two columns become ${twice}.`;
  if (used.length === 0) return 'Say what at least one column becomes.';
  return used.length > limits.properties ? `A user has at most ${limits.properties} attributes.` : '';
}

/**
 * The users that chosen rows make. Rows that make none are named with the reason. `present` are the users of the bench: who is
 * there already under the same Username is not added again.
 */
export function usersOfRows(
  rows: readonly { readonly number: number; readonly row: Row }[],
  mapping: Mapping,
  present: readonly BenchUser[],
): ImportedUsers {
  const users: Omit<BenchUser, 'id'>[] = [];
  const problems: RowProblem[] = [];
  const known = new Set(present.map((user) => usernameOf(user.properties)));
  for (const { number, row } of rows) {
    const made = userOf(row, mapping);
    const username = typeof made === 'string' ? '' : usernameOf(made.properties);
    const message =
      typeof made === 'string'
        ? made
        : username !== '' && known.has(username)
          ? `${made.name} is on the bench already.`
          : present.length + users.length >= limits.users
            ? `A bench has at most ${limits.users} users.`
            : '';
    if (typeof made === 'string' || message !== '') problems.push({ row: number, message });
    else {
      users.push(made);
      known.add(username);
    }
  }
  return { users, problems };
}

const usernameOf = (properties: BenchUser['properties']): string =>
  properties
    .find(({ name }) => name.toLowerCase() === 'username')
    ?.value.trim()
    .toLowerCase() ?? '';

/** The user, or why the row makes none. */
function userOf(row: Row, mapping: Mapping): Omit<BenchUser, 'id'> | string {
  const properties = mapping.flatMap((name, index) => {
    const value = row[index];
    return name.trim() === '' ? [] : [{ name: name.trim(), value: value == null ? '' : String(value) }];
  });
  const long = properties.find(({ value }) => value.length > limits.value);
  if (long !== undefined)
    return `${long.name} is longer than ${limits.value.toLocaleString('en')} characters.`;
  const valueOf = (wanted: string) =>
    properties.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())?.value.trim() ?? '';
  const name = ['DisplayName', 'Username', 'Email'].map(valueOf).find((value) => value !== '');
  if (name === undefined) return 'It has no DisplayName, no Username and no Email to be known by.';
  return { name: name.slice(0, limits.name), properties };
}
