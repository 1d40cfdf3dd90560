import { sampleLimits } from '../../../../contract/webhooks/sample-limits.ts';
import type { ColumnValue, OwnSample } from '../../../../contract/webhooks/samples.ts';
import { findJsonProblem } from '@tenant-desk/freemarker/diagnostics';
import type { CodeDiagnostic } from '../../../ui/index.ts';
import { formatExact } from '../../../../languages/json/format-exact.ts';
import { parseExact } from '../../../../languages/json/parse-exact.ts';
import { approximate, isExactNumber, isNumber } from '../../../../languages/json/exact-number.ts';
import { memberName } from '../../../../languages/json/member-names.ts';
import { formatNumber } from '../../../../languages/text/intl.ts';

type Columns = OwnSample['columns'];

type ReadSample =
  | { readonly ok: true; readonly columns: Columns }
  | { readonly ok: false; readonly problems: readonly [CodeDiagnostic, ...CodeDiagnostic[]] };

/** An event in the editor: a JSON object with a member for each column. */
export function sampleText(columns: Columns): string {
  const lines = columns.map(({ name, value }) => `  ${JSON.stringify(name)}: ${formatExact(value)}`);
  return lines.length === 0 ? '{\n}\n' : `{\n${lines.join(',\n')}\n}\n`;
}

/** Parses the text. Never throws; each problem has its position. */
export function readSample(text: string): ReadSample {
  const problem = findJsonProblem(text);
  if (problem !== undefined) {
    const from = Math.min(problem.offset, text.length);
    return { ok: false, problems: [error(problem.message, from, Math.min(from + 1, text.length))] };
  }
  const value = parseExact(text);
  if (!isObject(value)) {
    const message = 'An event is an object with a property for each column: { "user_name": "zoe" }.';
    return { ok: false, problems: [error(message, 0, text.length)] };
  }
  const { columns, problems } = readColumns(value);
  const [first, ...others] = problems.map(({ column, message }) => {
    const [from, to] = placeOf(text, column);
    return error(message, from, to);
  });
  return first === undefined ? { ok: true, columns } : { ok: false, problems: [first, ...others] };
}

export type ReadFile =
  | { readonly ok: true; readonly samples: readonly Pick<OwnSample, 'name' | 'columns'>[] }
  | { readonly ok: false; readonly message: string };

/**
 * Reads the events of a file: one object, or a list of them; each with its columns, or with a `name` and its `columns`. All of
 * them or none: an error names the number of the event.
 */
export function readSampleFile(fileName: string, text: string): ReadFile {
  const problem = findJsonProblem(text);
  if (problem !== undefined) {
    const line = text.slice(0, problem.offset).split('\n').length;
    return { ok: false, message: `${fileName} is not valid JSON. Line ${line}: ${problem.message}` };
  }
  const value = parseExact(text);
  const events: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (events.length === 0) return { ok: false, message: `${fileName} contains no events.` };
  if (events.length > sampleLimits.samples) {
    const message = `${fileName} contains ${events.length} events. A tenant can have up to ${sampleLimits.samples} custom samples.`;
    return { ok: false, message };
  }
  const stem = fileName.replace(/\.json$/i, '').slice(0, sampleLimits.name - 8) || 'Imported';
  const samples: Pick<OwnSample, 'name' | 'columns'>[] = [];
  for (const [index, event] of events.entries()) {
    const where = events.length === 1 ? fileName : `${fileName}, event ${index + 1}`;
    if (!isObject(event)) return { ok: false, message: `${where} is not an object with columns.` };
    const named = namedEvent(event);
    const { columns, problems } = readColumns(named?.columns ?? event);
    if (problems[0] !== undefined) return { ok: false, message: `${where}: ${problems[0].message}` };
    const name = named?.name ?? (events.length === 1 ? stem : `${stem} ${index + 1}`);
    samples.push({ name, columns });
  }
  return { ok: true, samples };
}

interface ColumnProblem {
  readonly column: string;
  readonly message: string;
}

function readColumns(event: object): {
  readonly columns: Columns;
  readonly problems: readonly ColumnProblem[];
} {
  const columns: Columns = [];
  const problems: ColumnProblem[] = [];
  for (const [key, value] of Object.entries(event) as [string, unknown][]) {
    const name = memberName(key);
    const message = problemOf(name, value);
    if (message === undefined) columns.push({ name, value: value as ColumnValue });
    else problems.push({ column: name, message });
  }
  if (columns.length > sampleLimits.columns) {
    const message = `Too many columns: ${columns.length}. An event can have up to ${sampleLimits.columns}.`;
    problems.push({ column: columns[sampleLimits.columns]?.name ?? '', message });
  }
  return { columns, problems };
}

function problemOf(name: string, value: unknown): string | undefined {
  if (name === '') return 'Enter a column name.';
  if (name.length > sampleLimits.name) {
    return `A column name can have up to ${sampleLimits.name} characters.`;
  }
  if (typeof value === 'object' && value !== null && !isExactNumber(value)) {
    return `${name} contains ${Array.isArray(value) ? 'a list' : 'an object'}. Use text, a number, true, false or null.`;
  }
  if (typeof value === 'string' && value.length > sampleLimits.value) {
    return `${name} has ${formatNumber(value.length)} characters. A value can have up to ${formatNumber(sampleLimits.value)}.`;
  }
  // Templates support decimals of any length, but calculate with doubles like these.
  if (isNumber(value) && !Number.isFinite(approximate(value))) return `${name} is too large.`;
  return undefined;
}

function namedEvent(event: object): { readonly name: string; readonly columns: object } | undefined {
  if (!('name' in event && 'columns' in event) || !isObject(event.columns)) return undefined;
  const name = typeof event.name === 'string' ? event.name.trim().slice(0, sampleLimits.name) : '';
  return name === '' ? undefined : { name, columns: event.columns };
}

/** Offset of a column's name: the last occurrence, because the last of two members with the same name counts. */
function placeOf(text: string, column: string): readonly [number, number] {
  const name = JSON.stringify(column);
  for (let at = text.lastIndexOf(name); at !== -1; at = text.lastIndexOf(name, at - 1)) {
    if (/^\s*:/.test(text.slice(at + name.length, at + name.length + 100))) return [at, at + name.length];
    if (at === 0) break;
  }
  // Written with unnecessary escapes.
  return [0, text.length];
}

const error = (message: string, from: number, to: number): CodeDiagnostic => ({
  from,
  to,
  severity: 'error',
  message,
});

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
}
