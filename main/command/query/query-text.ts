import { text as readText } from 'node:stream/consumers';
import type { QueryParameter, TypedParameter } from '../../../contract/queries/queries.ts';
import { parameterNames } from '../../../languages/sql/parameters.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { Context } from '../context.ts';
import { readTextFile } from '../read-file.ts';
import type { NamedText } from './parameters.ts';
import { parameterValue } from './parameters.ts';

export interface QuerySource {
  readonly text: string;
  /** Types and default values. */
  readonly parameters: readonly TypedParameter[];
}

interface Named {
  /** SQL, `@` and the name of a saved query, or `-` for stdin. */
  readonly query: string | undefined;
  readonly file: string | undefined;
  readonly tenantId: string;
}

/** `@name` is a saved query; `@/lib/…` and `@@…` are scripts and reports of the tenant. */
const savedForm = /^@(?![/@])(.+)$/s;

/** The text of the query that is meant. Throws `invalid-input` and `not-found`. */
export async function readQuery(context: Context, { query, file, tenantId }: Named): Promise<QuerySource> {
  const saved = savedForm.exec(query ?? '')?.[1]?.trim();
  if (saved !== undefined) {
    return file === undefined
      ? await savedQuery(context, tenantId, saved)
      : await queryOfFile(context, { tenantId, file, name: saved });
  }
  if (file !== undefined) {
    if (query !== undefined) {
      throw failure('invalid-input', 'Name a query or a file, not both. A query of a file is @name.');
    }
    if (/\.tdqueries$/i.test(file)) return await queryOfFile(context, { tenantId, file, name: undefined });
    return { text: await readTextFile(file), parameters: [] };
  }
  if (query === undefined) throw failure('invalid-input', 'Enter a query, @name or --file FILE.');
  return { text: query === '-' ? await readText(process.stdin) : query, parameters: [] };
}

async function savedQuery(context: Context, tenantId: string, name: string): Promise<QuerySource> {
  const { call } = await context.desk();
  const { queries } = await call('queryLibrary.list', { tenantId });
  const found = queries.filter((each) => each.id === name || each.name.toLowerCase() === name.toLowerCase());
  const [first, ...others] = found;
  if (first === undefined) {
    throw failure('not-found', `There is no saved query ${name}. Save it in the window, or use --file.`);
  }
  if (others.length > 0) {
    const ids = found.map(({ id }) => id).join(', ');
    throw failure('invalid-input', `Several saved queries are called ${name}. Name one by ID: ${ids}.`);
  }
  return first;
}

async function queryOfFile(
  context: Context,
  { tenantId, file, name }: { tenantId: string; file: string; name: string | undefined },
): Promise<QuerySource> {
  const { call } = await context.desk();
  const opened = await call('queryFiles.open', { tenantId }, { files: { open: file } });
  const entries = opened?.entries ?? [];
  const found = name === undefined ? entries : entries.filter((entry) => entry.name === name);
  const [entry, ...others] = found;
  if (opened === undefined || entry === undefined || others.length > 0) {
    const names = entries.map((each) => `@${each.name}`).join(', ');
    throw failure('not-found', `Name one query of ${file}: ${names}.`);
  }
  const { theirs } = await call('queryFiles.entry', { tenantId, fileId: opened.fileId, index: entry.index });
  return theirs;
}

/** The values of all parameters: as given, else as saved. Throws `invalid-input` for missing and unknown ones. */
export function valuesOf(
  { text, parameters }: QuerySource,
  given: readonly NamedText[],
): Readonly<Record<string, QueryParameter>> {
  const names = parameterNames(text);
  const unknown = given.find(({ name }) => !names.includes(name));
  if (unknown !== undefined) {
    const known = names.length === 0 ? 'It has none.' : `It has ${names.join(', ')}.`;
    throw failure('invalid-input', `The query has no parameter ${unknown.name}. ${known}`);
  }
  const values: Record<string, QueryParameter> = {};
  const missing: string[] = [];
  for (const name of names) {
    const saved = parameters.find((each) => each.name === name);
    const own = given.find((each) => each.name === name);
    if (own !== undefined) values[name] = parameterValue(name, own.type ?? saved?.type ?? 'text', own.text);
    else if (saved === undefined) missing.push(name);
    else values[name] = parameterValue(name, saved.type, saved.text);
  }
  if (missing.length === 0) return values;
  const options = missing.map((name) => `-p ${name}=…`).join(' ');
  throw failure('invalid-input', `These parameters have no value. Nothing was sent. Add ${options}.`);
}
