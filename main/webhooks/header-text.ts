import type { Pair } from '../../contract/change-parts.ts';

/** A line of a webhook's headers, kept exactly so that a text can be put together again. */
interface HeaderLine {
  /** As written; empty for a line that is not of the form `Name: value`. */
  readonly name: string;
  readonly colon: string;
  readonly value: string;
}

function readLine(line: string): HeaderLine {
  const parts = /^([^:\s][^:]*)(:[ \t]*)(.*)$/.exec(line);
  return parts === null
    ? { name: '', colon: '', value: line }
    : { name: parts[1] ?? '', colon: parts[2] ?? '', value: parts[3] ?? '' };
}

/** Changes the values of a header text line by line; names, blanks and line ends stay. */
export function mapHeaderValues(text: string, change: (name: string, value: string) => string): string {
  return text
    .split(/(\r\n|\r|\n)/)
    .map((part, index) => {
      if (index % 2 === 1) return part;
      const { name, colon, value } = readLine(part);
      return name === '' ? part : `${name}${colon}${change(name, value)}`;
    })
    .join('');
}

/** Names in lower case with their values, for comparing by meaning. */
export function headerValues(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const { name, value } = readLine(line);
    if (name !== '') values.set(name.trim().toLowerCase(), value.trim());
  }
  return values;
}

/**
 * The lines of a header text as pairs, in their order and with repeated names; a line that is not of the form
 * `Name: value` is a value without a name. Empty lines say nothing and are left out.
 */
export function readHeaderPairs(text: string): Pair[] {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const { name, value } = readLine(line);
      return { name: name.trim(), value: value.trim(), isSecret: value.trim().startsWith(hiddenMark) };
    });
}

export function writeHeaderPairs(pairs: readonly Pair[]): string {
  return pairs.map(({ name, value }) => (name === '' ? value : `${name}: ${value}`)).join('\n');
}

/** Begins the placeholder of a credential. */
export const hiddenMark = '••••';
