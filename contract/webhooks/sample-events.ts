import { approximate, isExactNumber, isNumber } from '../../languages/json/exact-number.ts';
import { memberName } from '../../languages/json/member-names.ts';
import { formatNumber } from '../../languages/text/intl.ts';
import { sampleLimits } from './sample-limits.ts';
import type { ColumnValue, OwnSample } from './samples.ts';

type Columns = OwnSample['columns'];

interface SampleEvent {
  /** Undefined for an event that is only its columns. */
  readonly name: string | undefined;
  readonly columns: Columns;
}

export type ReadEvents =
  | { readonly ok: true; readonly events: readonly SampleEvent[] }
  | { readonly ok: false; readonly message: string };

/**
 * The events of a file: one object, or a list of them; each its columns, or a `name` and its `columns`. All of them or none: a message
 * names the number of the event.
 */
export function readSampleEvents(fileName: string, value: unknown): ReadEvents {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length === 0) return { ok: false, message: `${fileName} contains no events.` };
  const events: SampleEvent[] = [];
  for (const [index, event] of list.entries()) {
    const where = list.length === 1 ? fileName : `${fileName}, event ${index + 1}`;
    if (!isEventObject(event)) return { ok: false, message: `${where} is not an object with columns.` };
    const named = namedEvent(event);
    const { columns, problems } = readColumns(named?.columns ?? event);
    if (problems[0] !== undefined) return { ok: false, message: `${where}: ${problems[0].message}` };
    events.push({ name: named?.name, columns });
  }
  return { ok: true, events };
}

interface ColumnProblem {
  readonly column: string;
  readonly message: string;
}

/** The columns of an event, and what is wrong with others. */
export function readColumns(event: object): {
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
  if (!('name' in event && 'columns' in event) || !isEventObject(event.columns)) return undefined;
  const name = typeof event.name === 'string' ? event.name.trim().slice(0, sampleLimits.name) : '';
  return name === '' ? undefined : { name, columns: event.columns };
}

export function isEventObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value);
}
