import type { Pair } from '../../../contract/changes/change-parts.ts';
import { isHarmlessHeader } from '../../../contract/values/header-secrecy.ts';

/** A line of a webhook's headers in pieces, which join to the line again. */
interface HeaderLine {
  readonly lead: string;
  /** As written; empty for a line not of the form `Name: value`, which is a value as a whole. */
  readonly name: string;
  readonly colon: string;
  readonly value: string;
  readonly tail: string;
}

/** Everything that some receiver or editor treats as the end of a line: a header must not hide behind another's name. */
const lineEnd = /(\r\n|[\n\v\f\r\u0085\u2028\u2029])/;

/**
 * A name is a token at the very beginning: an indented line continues the one before. No name is
 * longer than 64 characters, but a token without its name may contain a colon. Source: RFC 9110, section 5.6.2.
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
 * Changes the values of a header text line by line; names, whitespace and line ends stay. A line not of the form
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
 * The lines of a header text as pairs, in order and with repeated names; a line not of the form
 * `Name: value` is a value without a name. Empty lines are skipped. Everything not known to be harmless
 * is a secret, hidden or not.
 */
export function readHeaderPairs(text: string): Pair[] {
  return linesOf(text).map(({ name, value }) => ({ name, value, isSecret: isSecretValue(name, value) }));
}

export function writeHeaderPairs(pairs: readonly Pair[]): string {
  return pairs.map(({ name, value }) => (name === '' ? value : `${name}: ${value}`)).join('\n');
}

/** True for all values except empty ones, and those of headers that grant no access. */
export function isSecretValue(name: string, value: string): boolean {
  return value !== '' && !isHarmlessHeader(name, value);
}
