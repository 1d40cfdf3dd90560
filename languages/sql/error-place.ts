import { tokenize } from './tokenize.ts';

interface TextStretch {
  /** UTF-16 offsets. */
  readonly from: number;
  readonly to: number;
}

/** What the messages of SQLite name. Source: SQLite, `parse.y`, `resolve.c` and `build.c`. */
const naming = [
  /near "([^"]+)": syntax error/,
  /unrecognized token: "([^"]*)"/,
  /(?:no such|ambiguous) (?:column|column name|table|function)(?: name)?: ([^\s,.;]+(?:\.[^\s,.;]+)*)/,
  /wrong number of arguments to function ([^\s(]+)/,
  /misuse of (?:aggregate|window function)(?: function)?:? ([^\s(]+)/,
];

/**
 * Where in a query the words of a tenant point: the last part of a name such as `r.Nam`, the token that was not expected.
 * Several where the query has several of them, for the message does not tell which; none where it names nothing.
 */
export function placesOfError(query: string, message: string): readonly TextStretch[] {
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
  // A token that has no end, for example an open quote: what the message shows is the rest of the text.
  const from = wanted === '' ? -1 : query.toLowerCase().lastIndexOf(wanted);
  return from === -1 ? [] : [{ from, to: from + wanted.length }];
}

const withoutQuotes = (name: string): string => name.replace(/^["[`](.*)["\]`]$/s, '$1');
