import { isBrokenPlaceholder } from '../../../../contract/values/placeholder.ts';
import { codeOf } from '../../../../languages/text/code-point.ts';

/** A line of a webhook's headers, as the table shows it. */
export interface HeaderRow {
  /** Null for a line without a colon, which is a value as a whole. */
  readonly name: string | null;
  readonly value: string;
}

/** What is wrong with a line, or worth knowing of it, with what to do. */
interface HeaderProblem {
  /** From 1. */
  readonly line: number;
  readonly severity: 'error' | 'warning';
  readonly words: string;
}

/** Names that receivers ask for, for completion. */
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

/** Taken by whoever sends the message: a webhook that sets one could split the request. */
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
/** All that some receiver takes for the end of a line, besides the line feed. */
const otherLineEnd = /[\v\f\r\u0085\u2028\u2029]/;
// eslint-disable-next-line no-control-regex -- no header may carry them
const forbidden = /[\0-\x08\x0e-\x1f\x7f]|[^\0-\xff]/u;

/** The lines of a header text; put together they are the text. */
export function headerRows(text: string): readonly HeaderRow[] {
  if (text === '') return [];
  return text.split('\n').map((line) => {
    const colon = line.indexOf(':');
    if (colon === -1) return { name: null, value: line };
    return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') };
  });
}

/** The text with another row in the place of the one at `index`; behind the last one it is added. */
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

/** Of every line the first thing that is wrong with it. Empty lines at the end are nothing. */
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
            `${headerRows(line)[0]?.name ?? ''} stands in line ${earlier} already. Put both values into one line, parted by a comma, or remove one.`,
          ));
    return problem === undefined ? [] : [{ line: index + 1, ...problem }];
  });
}

type Found = Omit<HeaderProblem, 'line'>;
const error = (words: string): Found => ({ severity: 'error', words });
const warning = (words: string): Found => ({ severity: 'warning', words });

function problemOf(line: string): Found | undefined {
  if (line.trim() === '')
    return error('This line is empty. Remove it: what follows could be taken for the payload.');
  if (otherLineEnd.test(line)) {
    return error(
      'This line holds a hidden line break, behind which another header could begin. Remove it, or type the line again.',
    );
  }
  if (/^[ \t]/.test(line)) {
    return error('This line begins with a blank, so it would go on with the one before. Remove the blank.');
  }
  const [row] = headerRows(line);
  if (row === undefined || row.name === null) {
    return error('This line is not of the form “Name: value”. Put a colon behind the name.');
  }
  const name = row.name.trimEnd();
  if (name === '') return error('There is no name before the colon. Enter one.');
  return problemOfName(name) ?? problemOfValue(name, row.value.trim());
}

function problemOfName(name: string): Found | undefined {
  if (!token.test(name)) {
    return error(`“${name}” is no header name. Use letters, digits and hyphens, without blanks.`);
  }
  const plain = name.toLowerCase();
  if (takenNames.has(plain)) return error(`${name} is set by whoever sends the message. Remove the line.`);
  if (plain === 'content-type') return warning('The content type has a field of its own. Remove the line.');
  return undefined;
}

function problemOfValue(name: string, value: string): Found | undefined {
  if (isBrokenPlaceholder(value)) {
    return error(`The hidden value of ${name} was changed in part. Enter the whole value.`);
  }
  // What is hidden is written with a sign that no header carries, and never sent as it stands.
  if (value.startsWith('•')) return undefined;
  const odd = forbidden.exec(value)?.[0];
  if (odd !== undefined) {
    return error(`No header may carry ${signOf(odd)}. Write it in percent encoding, or leave it out.`);
  }
  if (value === '') return warning(`${name} has no value, and is sent empty.`);
  if (/^".*"$|^'.*'$/.test(value)) return warning(`The quotes around the value of ${name} are sent, too.`);
  return undefined;
}

function signOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const name = codeOf(code);
  return code < 0x20 || code === 0x7f ? `the control character ${name}` : `“${character}” (${name})`;
}
