import { isBrokenPlaceholder } from '../../../../contract/values/placeholder.ts';
import { codeOf } from '../../../../languages/text/code-point.ts';

/** A line of a webhook's headers, as the table shows it. */
export interface HeaderRow {
  /** Null for a line without a colon, whose whole text is the value. */
  readonly name: string | null;
  readonly value: string;
}

/** A problem or warning about a line, with what to do. */
interface HeaderProblem {
  /** From 1. */
  readonly line: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

/** Common request header names, for completion. */
export const usualHeaders: readonly string[] = [
  'Accept',
  'Accept-Language',
  'Authorization',
  'Cache-Control',
  'User-Agent',
  'X-Api-Key',
  'X-Correlation-ID',
  'X-Request-ID',
  'X-Source',
];

/** Set by the sender of the request: a webhook that sets one could split the request. */
const takenNames: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'host',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Source: RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Characters that some receivers treat as a line end, besides the line feed. */
const otherLineEnd = /[\v\f\r\u0085\u2028\u2029]/;
// eslint-disable-next-line no-control-regex -- headers can't contain them
const forbidden = /[\0-\x08\x0e-\x1f\x7f]|[^\0-\xff]/u;

/** The lines of a header text; joined they are the text again. */
export function headerRows(text: string): readonly HeaderRow[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const colon = line.indexOf(':');
    if (colon === -1) return { name: null, value: line };
    return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') };
  });
}

/** The text with the row at `index` replaced; an index after the last line adds one. */
export function withHeaderRow(text: string, index: number, { name, value }: HeaderRow): string {
  const lines = text === '' ? [] : text.split('\n');
  const line = name === null ? value : `${name}: ${value}`;
  return [...lines.slice(0, index), line, ...lines.slice(index + 1)].join('\n');
}

export function withoutHeaderRow(text: string, index: number): string {
  return text
    .split('\n')
    .filter((_line, at) => at !== index)
    .join('\n');
}

/** The first problem of every line. Empty lines at the end are ignored. */
export function headerProblems(text: string): readonly HeaderProblem[] {
  const lines = text.split('\n');
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  const firstOf = new Map<string, number>();
  return lines.flatMap((line, index) => {
    const found = problemOf(line);
    const name = headerRows(line)[0]?.name?.trim().toLowerCase() ?? '';
    const earlier = firstOf.get(name);
    if (name !== '' && earlier === undefined) firstOf.set(name, index + 1);
    const problem =
      found ??
      (name === '' || earlier === undefined
        ? undefined
        : warning(
            `Duplicate header ${headerRows(line)[0]?.name ?? ''} (line ${earlier}). Combine the values with a comma or remove one.`,
          ));
    return problem === undefined ? [] : [{ line: index + 1, ...problem }];
  });
}

type Found = Omit<HeaderProblem, 'line'>;
const error = (message: string): Found => ({ severity: 'error', message });
const warning = (message: string): Found => ({ severity: 'warning', message });

function problemOf(line: string): Found | undefined {
  if (line.trim() === '')
    return error('Empty line. Remove it: receivers could treat the next lines as the payload.');
  if (otherLineEnd.test(line)) {
    return error(
      'This line has a hidden line break that could start another header. Remove it, or retype the line.',
    );
  }
  if (/^[ \t]/.test(line)) {
    return error('This line starts with a space, so it would continue the previous one. Remove the space.');
  }
  const [row] = headerRows(line);
  if (row === undefined || row.name === null) {
    return error('Enter a header as “Name: value”. Add a colon after the name.');
  }
  const name = row.name.trimEnd();
  if (name === '') return error('Enter a name before the colon.');
  return problemOfName(name) ?? problemOfValue(name, row.value.trim());
}

function problemOfName(name: string): Found | undefined {
  if (!token.test(name)) {
    return error(`“${name}” is not a valid header name. Use letters, digits and hyphens, without spaces.`);
  }
  const plain = name.toLowerCase();
  if (takenNames.has(plain)) return error(`${name} is set by the sender. Remove the line.`);
  if (plain === 'content-type') return warning('The content type has its own field. Remove the line.');
  return undefined;
}

function problemOfValue(name: string, value: string): Found | undefined {
  if (isBrokenPlaceholder(value)) {
    return error(`The hidden value of ${name} was partly changed. Enter the whole value.`);
  }
  // Placeholders contain a character that isn't allowed in headers, and are never sent.
  if (value.startsWith('•')) return undefined;
  const odd = forbidden.exec(value)?.[0];
  if (odd !== undefined) {
    return error(`Headers can’t contain ${signOf(odd)}. Percent-encode it or remove it.`);
  }
  if (value === '') return warning(`${name} has no value and is sent empty.`);
  if (/^".*"$|^'.*'$/.test(value)) return warning(`The quotes around the value of ${name} are sent too.`);
  return undefined;
}

function signOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const name = codeOf(code);
  return code < 0x20 || code === 0x7f ? `the control character ${name}` : `“${character}” (${name})`;
}
