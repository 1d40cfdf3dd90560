import type { Pair } from '../../../contract/changes/change-parts.ts';
import { isHarmlessHeader } from '../../../contract/values/header-secrecy.ts';

/** A line of a webhook's headers in pieces, which are the line again when put together. */
interface HeaderLine {
  readonly lead: string;
  /** As written; empty for a line that is not of the form `Name: value`, which is a value as a whole. */
  readonly name: string;
  readonly colon: string;
  readonly value: string;
  readonly tail: string;
}

/** All that some receiver or editor takes for the end of a line: a header must not hide behind another's name. */
const lineEnd = /(\r\n|[\n\v\f\r\u0085\u2028\u2029])/;

/**
 * A name is a token, and stands at the very beginning: what is indented goes on with the line before. Nobody has a
 * name of more than 64 characters, but a token without its name may contain a colon. Source: RFC 9110, section 5.6.2.
 */
const nameAndColon = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,64})([ \t]*:[ \t]*)/;

function readLine(line: string): HeaderLine {
  const [all = '', name = '', colon = ''] = nameAndColon.exec(line) ?? [];
  const rest = line.slice(all.length);
  const lead = name === '' ? rest.slice(0, rest.length - rest.trimStart().length) : '';
  const value = rest.slice(lead.length).trimEnd();
  return { lead, name, colon, value, tail: rest.slice(lead.length + value.length) };
}

const linesOf = (text: string): readonly HeaderLine[] =>
  text
    .split(lineEnd)
    .filter((_line, index) => index % 2 === 0)
    .map(readLine)
    .filter(({ name, value }) => name !== '' || value !== '');

/**
 * Changes the values of a header text line by line; names, blanks and line ends stay. A line that is not of the form
 * `Name: value` is a value whose name is empty.
 */
export function mapHeaderValues(text: string, change: (name: string, value: string) => string): string {
  return text
    .split(lineEnd)
    .map((part, index) => {
      if (index % 2 === 1) return part;
      const { lead, name, colon, value, tail } = readLine(part);
      return value === '' ? part : `${lead}${name}${colon}${change(name, value)}${tail}`;
    })
    .join('');
}

/** Values by their names in lower case, for comparing by meaning. */
export function headerValues(text: string): Map<string, string> {
  return new Map(
    linesOf(text).flatMap(({ name, value }) => (name === '' ? [] : [[name.toLowerCase(), value]])),
  );
}

/**
 * The lines of a header text as pairs, in their order and with repeated names; a line that is not of the form
 * `Name: value` is a value without a name. Empty lines say nothing and are left out. What is not known to be harmless
 * is a secret, hidden or not.
 */
export function readHeaderPairs(text: string): Pair[] {
  return linesOf(text).map(({ name, value }) => ({ name, value, isSecret: isSecretValue(name, value) }));
}

export function writeHeaderPairs(pairs: readonly Pair[]): string {
  return pairs.map(({ name, value }) => (name === '' ? value : `${name}: ${value}`)).join('\n');
}

/** True of all values but none at all, and those of headers that let nobody in. */
export function isSecretValue(name: string, value: string): boolean {
  return value !== '' && !isHarmlessHeader(name, value);
}
