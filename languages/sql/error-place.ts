import { tokenize } from './tokenize.ts';

interface TextRange {
  /** UTF-16 offsets. */
  readonly from: number;
  readonly to: number;
}

/** Names in SQLite's messages. Source: SQLite, `parse.y`, `resolve.c` and `build.c`. */
const naming = [
  /near "([^"]+)": syntax error/,
  /unrecognized token: "([^"]*)"/,
  /(?:no such|ambiguous) (?:column|column name|table|function)(?: name)?: ([^\s,.;]+(?:\.[^\s,.;]+)*)/,
  /wrong number of arguments to function ([^\s(]+)/,
  /misuse of (?:aggregate|window function)(?: function)?:? ([^\s(]+)/,
];

/**
 * The locations in a query that a tenant's error message refers to: the last part of a name such as `r.Nam`,
 * or the unexpected token. Several if the name occurs several times, because the message doesn't say which;
 * none if it names nothing.
 */
export function placesOfError(query: string, message: string): readonly TextRange[] {
  const named = naming.map((form) => form.exec(message)?.[1]).find((found) => found !== undefined);
  if (named === undefined) return [];
  const wanted = withoutQuotes(named.split('.').at(-1) ?? named).toLowerCase();
  const places = tokenize(query)
    .filter(({ kind }) => kind !== 'space' && kind !== 'comment')
    .filter(
      ({ text, kind }) => (kind === 'quoted-name' ? withoutQuotes(text) : text).toLowerCase() === wanted,
    )
    .map(({ start, end }) => ({ from: start, to: end }));
  if (places.length > 0) return places;
  // A token without an end, such as an open quote: the message shows the rest of the text.
  const from = wanted === '' ? -1 : query.toLowerCase().lastIndexOf(wanted);
  return from === -1 ? [] : [{ from, to: from + wanted.length }];
}

const withoutQuotes = (name: string): string => name.replace(/^["[`](.*)["\]`]$/s, '$1');
