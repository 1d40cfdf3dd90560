import { parseUtc } from './utc-time.ts';

/** When the tenant says that the record was changed last, in milliseconds since the epoch: `/Date(1700000000000)/` or ISO 8601. */
export function changedAt(record: Readonly<Record<string, unknown>>): number | undefined {
  const told = record['_Timestamp'];
  if (typeof told !== 'string') return undefined;
  const [, wire] = /^\/Date\((-?\d{1,15})\)\/$/.exec(told) ?? [];
  const time = wire === undefined ? parseUtc(told) : Number(wire);
  // Tenants write year 1 for "never".
  return Number.isFinite(time) && time > 0 ? time : undefined;
}
