import type { LibraryArgument } from '../../../contract/procedures/library-argument.ts';
import type { Entered, Json } from '../../../contract/procedures/library-values.ts';
import { readArguments } from '../../../contract/procedures/library-values.ts';
import { procedureOfOwn } from '../../../contract/procedures/own-entry.ts';
import { isProcedurePath } from '../../../languages/sql/procedure-call.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import type { NamedText } from './parameters.ts';

/** A procedure or a job: of the library, added by a user, or only known by its path. */
export interface Entry {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Without an `@`. */
  readonly path: string;
  readonly via: 'query' | 'job';
  /** Undefined if they aren't known: any are sent. */
  readonly parameters: readonly LibraryArgument[] | undefined;
}

/** The entries that users added to this profile. */
export async function ownEntries(
  context: Context,
  tenantId: string,
  via: Entry['via'],
): Promise<readonly Entry[]> {
  const { call } = await context.desk();
  const own = await call('procedures.own', { tenantId });
  return own.filter((entry) => entry.via === via).map((entry) => ({ ...procedureOfOwn(entry), via }));
}

/** By ID, name or path. Throws `not-found` with how to list them. */
export function findEntry(
  entries: readonly Entry[],
  wanted: string,
  { via, list }: { readonly via: Entry['via']; readonly list: string },
): Entry {
  const path = wanted.replace(/^@/, '');
  const found = entries.filter(
    (entry) =>
      entry.id === wanted || entry.path === path || entry.name.toLowerCase() === wanted.toLowerCase(),
  );
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  if (first !== undefined) {
    const ids = found.map(({ id }) => id).join(', ');
    throw failure('invalid-input', `${wanted} matches several. Name one by ID: ${ids}.`);
  }
  if (isProcedurePath(path)) {
    return { ...{ id: path, name: path, path, via, description: '' }, parameters: undefined };
  }
  throw failure(
    'not-found',
    `There is no ${wanted}. List them with ${list}, or name a path such as /lib/get_roles.js.`,
  );
}

/** The values that are sent. Throws `invalid-input` naming each argument that is unknown, missing or wrong. */
export function argumentsOf(
  { name, parameters }: Entry,
  given: readonly NamedText[],
): { readonly values: readonly (readonly [string, Json])[]; readonly entered: Entered } {
  const entered = Object.fromEntries(given.map((each) => [each.name, each.text]));
  if (parameters === undefined) return { values: Object.entries(entered), entered };
  const unknown = given.find((each) => !parameters.some((known) => known.name === each.name));
  if (unknown !== undefined) {
    const known = parameters.map((each) => each.name).join(', ');
    throw failure(
      'invalid-input',
      `${name} has no argument ${unknown.name}. It has ${known === '' ? 'none' : known}.`,
    );
  }
  const read = readArguments({ parameters }, entered);
  if (read.ok) return { values: read.values, entered };
  const problems = read.problems.map((each) => `${each.name}: ${each.message}`).join(' ');
  throw failure('invalid-input', `Nothing was sent. ${problems}`);
}
