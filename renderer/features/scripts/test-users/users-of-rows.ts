import { testUserLimits as limits } from '../../../../contract/scripts/test-user-limits.ts';
import type { QueryResult } from '../../../../contract/queries/queries.ts';
import type { TestUser } from '../../../../contract/scripts/scripts.ts';
import { testUserToScriptUser } from '../../../../languages/assertion/test-run-input.ts';
import { memberOf, memberValues, plainName } from '../../../../languages/assertion/login-user.ts';
import { formatNumber } from '../../../../languages/text/intl.ts';

type Row = QueryResult['rows'][number];

/** The property that each column of a result is mapped to, in column order; empty for a column that is not imported. */
export type Mapping = readonly string[];

/** A row that was not imported, by its number in the result from 1. */
export interface RowProblem {
  readonly row: number;
  readonly message: string;
}

interface ImportedUsers {
  readonly users: readonly Omit<TestUser, 'id'>[];
  readonly problems: readonly RowProblem[];
}

/**
 * Default mapping: each column to a property with the same name. Members of LoginUser are found by the names that
 * directories have for them, so nothing has to be renamed. The second of two columns with one name gets a
 * number. Columns without a usable name, and those beyond the limit of a test user, aren't mapped (`leftColumns`).
 */
export function proposeMapping(columns: readonly string[]): Mapping {
  const taken = new Set<string>();
  return columns.map((column) => {
    const name = column.trim();
    if (name === '' || name.length > limits.name || taken.size >= limits.properties) return '';
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name} (${number})`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** The columns that a mapping doesn't import. */
export const leftColumns = (columns: readonly string[], mapping: Mapping): readonly string[] =>
  columns.filter((_column, index) => (mapping[index] ?? '').trim() === '');

/** The member of LoginUser that each column provides, if its name differs; empty for the others. */
export function filledMembers(mapping: Mapping): readonly string[] {
  const names = mapping.map((name) => name.trim());
  return names.map((name) => {
    const member = name === '' ? undefined : memberOf(name);
    if (member === undefined || member.name.toLowerCase() === name.toLowerCase()) return '';
    const first = [member.name, ...member.attributes, ...(member.columns ?? [])].find((alias) =>
      names.some((other) => plainName(other) === plainName(alias)),
    );
    return first !== undefined && plainName(first) === plainName(name) ? member.name : '';
  });
}

/** Problem of a mapping as a whole; empty if rows can be imported with it. */
export function mappingProblem(mapping: Mapping): string {
  const used = mapping.map((name) => name.trim()).filter((name) => name !== '');
  const twice = used.find((name, index) =>
    used.slice(0, index).some((earlier) => earlier.toLowerCase() === name.toLowerCase()),
  );
  if (twice !== undefined) return `Two columns map to ${twice}.`;
  if (used.length === 0) return 'Map at least one column.';
  return used.length > limits.properties ? `A user can have up to ${limits.properties} attributes.` : '';
}

/**
 * The users of the selected rows. Rows that can't be imported are returned with the reason. `present` are the existing test users:
 * a user with the same Username is not added again. `columns` are the names that the mapping belongs to.
 */
export function usersOfRows(
  rows: readonly { readonly number: number; readonly row: Row }[],
  mapping: Mapping,
  present: readonly TestUser[],
  columns: readonly string[] = [],
): ImportedUsers {
  const users: Omit<TestUser, 'id'>[] = [];
  const problems: RowProblem[] = [];
  const known = new Set(present.map((user) => usernameOf(user.properties)));
  for (const { number, row } of rows) {
    const made = userOf(row, mapping, columns);
    const username = typeof made === 'string' ? '' : usernameOf(made.properties);
    const message =
      typeof made === 'string'
        ? made
        : username !== '' && known.has(username)
          ? `${made.name} is already a test user.`
          : present.length + users.length >= limits.users
            ? `You can have up to ${limits.users} test users.`
            : '';
    if (typeof made === 'string' || message !== '') problems.push({ row: number, message });
    else {
      users.push(made);
      known.add(username);
    }
  }
  return { users, problems };
}

const usernameOf = (properties: TestUser['properties']): string =>
  textOf(properties, 'Username').toLowerCase();

/** The value that a script reads as a member of LoginUser, under any name of the source property. */
function textOf(properties: TestUser['properties'], member: string): string {
  const value = memberValues(testUserToScriptUser(properties))[member];
  return typeof value === 'string' ? value.trim() : '';
}

/** The user, or why the row can't be imported. */
function userOf(row: Row, mapping: Mapping, columns: readonly string[]): Omit<TestUser, 'id'> | string {
  const properties = propertiesOf(row, mapping, columns);
  const long = properties.find(({ value }) => value.length > limits.value);
  if (long !== undefined) return `${long.name} is longer than ${formatNumber(limits.value)} characters.`;
  const name = ['DisplayName', 'Username', 'Email']
    .map((member) => textOf(properties, member))
    .find((value) => value !== '');
  if (name === undefined) return 'Needs a DisplayName, Username or Email.';
  return { name: name.slice(0, limits.name), properties };
}

/** A column that is mapped to another name stays readable under its own name too, if it fits. */
function propertiesOf(row: Row, mapping: Mapping, columns: readonly string[]): TestUser['properties'] {
  const valueAt = (index: number): string => {
    const value = row[index];
    return value == null ? '' : String(value);
  };
  const properties = mapping.flatMap((name, index) =>
    name.trim() === '' ? [] : [{ name: name.trim(), value: valueAt(index) }],
  );
  const taken = new Set(properties.map(({ name }) => name.toLowerCase()));
  columns.forEach((column, index) => {
    const name = column.trim();
    const isLeft = (mapping[index] ?? '').trim() === '' || name === '' || name.length > limits.name;
    if (isLeft || taken.has(name.toLowerCase()) || properties.length >= limits.properties) return;
    taken.add(name.toLowerCase());
    properties.push({ name, value: valueAt(index) });
  });
  return properties;
}
