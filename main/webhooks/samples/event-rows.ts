import { sampleLimits } from '../../../contract/webhooks/sample-limits.ts';
import type { ColumnValue, PastEvent, PastEvents } from '../../../contract/webhooks/samples.ts';
import { formatExact } from '../../../languages/json/format-exact.ts';
import { approximate, isNumber, numberText } from '../../../languages/json/exact-number.ts';
import { normalizedNumber } from '../../../languages/json/number-order.ts';
import { cellText } from '../../../languages/order/cell-text.ts';

/** One event with its columns by name, before it is combined with others. */
export interface NamedEvent extends Omit<PastEvent, 'values'> {
  readonly columns: ReadonlyMap<string, ColumnValue>;
}

/** Counts values that were truncated. */
export interface CutCount {
  count: number;
}

/**
 * Columns of the Event table that templates know under another name; the first with a value counts. Ours: no
 * source says how a tenant fills the columns of its models. Source of the names: compatibility notes, "event columns seen".
 */
const tableNames: readonly (readonly [column: string, ...of: string[]])[] = [
  ['event_id', 'ID'],
  ['event_type', 'EventType'],
  ['event_time', 'WhenOccurred'],
  ['user_name', 'NormalizedUser', 'UserName', 'FailUserName'],
  ['user_id', 'UserGuid'],
  ['reason', 'FailReason', 'EventMessage', 'Message'],
  ['app_name', 'ApplicationName', 'EntityName'],
  ['client_ip', 'FromIPAddress'],
  ['country', 'Country'],
  ['auth_method', 'AuthMethod'],
  ['factors', 'Factors'],
  ['device_os', 'RequestDeviceOS'],
  ['device_name', 'ComputerName'],
  ['session_id', 'SessionId'],
];

/** An event of the Event table: its columns under their own names, and under those that templates use. */
export function eventOfRow(row: Readonly<Record<string, unknown>>, cut: CutCount): NamedEvent {
  const columns = columnsOf(row, cut);
  for (const [column, ...names] of tableNames) {
    const present = names.filter((name) => columns.has(name));
    if (columns.has(column) || present.length === 0) continue;
    const value = present.map((name) => columns.get(name) ?? null).find((one) => one !== null) ?? null;
    // Text in a model, a number in the table.
    columns.set(column, column === 'event_id' && isNumber(value) ? numberText(value) : value);
  }
  return { ...headOf(columns), riskLevel: null, isWhole: false, columns };
}

export interface RaisedRecord {
  readonly id: string;
  readonly event_type: string;
  readonly risk_level: string | null;
  readonly occurred_at: number;
  readonly columns: Readonly<Record<string, unknown>>;
}

/** An event raised by the sandbox, with all of its columns. */
export function eventOfRecord(record: RaisedRecord, cut: CutCount): NamedEvent {
  const { id, event_type: type, risk_level: riskLevel, occurred_at: at } = record;
  return { id, type, riskLevel, at: timeOf(at), isWhole: true, columns: columnsOf(record.columns, cut) };
}

/** Combines events, the newest first and limited in number. `total`: how many there are on the tenant. */
export function pastEvents(
  events: readonly NamedEvent[],
  { days, total, cut }: { readonly days: PastEvents['days']; readonly total: number; readonly cut: CutCount },
): PastEvents {
  const newest = events.toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0));
  const columns = new Set<string>();
  const present = new Set<string>();
  const stored: NamedEvent[] = [];
  let characters = 0;
  for (const event of newest) {
    for (const value of event.columns.values()) characters += typeof value === 'string' ? value.length : 8;
    if (stored.length >= sampleLimits.events || characters > sampleLimits.eventCharacters) break;
    stored.push(event);
    for (const name of event.columns.keys()) {
      if (columns.size < sampleLimits.columns) columns.add(name);
      if (!event.isWhole && columns.has(name)) present.add(name);
    }
  }
  const names = [...columns];
  return {
    days,
    columns: names,
    knownColumns: [...present],
    events: stored.map(({ columns: own, ...event }) => ({
      ...event,
      values: names.map((name) => own.get(name) ?? null),
    })),
    total: Math.max(total, events.length),
    cutValues: cut.count,
  };
}

function headOf(columns: ReadonlyMap<string, ColumnValue>): Pick<PastEvent, 'id' | 'type' | 'at'> {
  const text = (name: string): string => cellText(columns.get(name));
  const at = columns.get('event_time');
  return {
    id: text('event_id').slice(0, sampleLimits.name),
    type: text('event_type').slice(0, 1000),
    at: typeof at === 'number' ? timeOf(at) : null,
  };
}

function columnsOf(row: Readonly<Record<string, unknown>>, cut: CutCount): Map<string, ColumnValue> {
  const columns = new Map<string, ColumnValue>();
  for (const [name, value] of Object.entries(row)) {
    if (name === '' || name.length > sampleLimits.name || columns.size >= sampleLimits.columns) continue;
    columns.set(name, toValue(value, cut));
  }
  return columns;
}

const wireDate = /^\/Date\((-?\d+)(?:[+-]\d{4})?\)\/$/;

/** Dates become milliseconds, as in templates; nested values JSON. */
function toValue(value: unknown, cut: CutCount): ColumnValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value;
  if (isNumber(value)) return Number.isFinite(approximate(value)) ? normalizedNumber(value) : null;
  const text = typeof value === 'string' ? value : nested(value);
  const milliseconds = wireDate.exec(text)?.[1];
  if (milliseconds !== undefined) return Number(milliseconds);
  if (text.length <= sampleLimits.value) return text;
  cut.count += 1;
  return text.slice(0, sampleLimits.value);
}

function nested(value: unknown): string {
  try {
    return formatExact(value);
  } catch {
    // Nested deeper than the stack allows: only its presence can be reported.
    return '[nested]';
  }
}

function timeOf(value: number): number | null {
  return Number.isInteger(value) && value >= 0 ? value : null;
}
