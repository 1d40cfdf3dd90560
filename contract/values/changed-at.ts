import { parseUtc } from './utc-time.ts';

/** Last change time reported by the tenant, in milliseconds since the epoch: `/Date(1700000000000)/` or ISO 8601. */
export function changedAt(record: Readonly<Record<string, unknown>>): number | undefined {
  const reported = record['_Timestamp'];
  if (typeof reported !== 'string') return undefined;
  const [, wire] = /^\/Date\((-?\d{1,15})\)\/$/.exec(reported) ?? [];
  const time = wire === undefined ? parseUtc(reported) : Number(wire);
  // Tenants write year 1 for "never".
  return Number.isFinite(time) && time > 0 ? time : undefined;
}
