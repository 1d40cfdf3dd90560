import type { ExactNumber } from '../../languages/json/exact-number.ts';

/** A value of an event column. */
export type ColumnValue = string | number | boolean | null | ExactNumber;

/** Column types. `STRING` is from the specification's sample; the others are our choice. */
export type ColumnType = 'STRING' | 'LONG' | 'DOUBLE' | 'BOOLEAN';

export interface EventColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/**
 * Columns of every event. user_name, reason, app_type, agent_id, event_time and intel_risk_level are from the
 * specification; the rest are ours, because it doesn't show the complete list.
 */
export const EVENT_COLUMNS = [
  { name: 'event_id', type: 'STRING' },
  { name: 'event_type', type: 'STRING' },
  { name: 'event_time', type: 'LONG' },
  { name: 'intel_risk_level', type: 'STRING' },
  { name: 'intel_risk_score', type: 'LONG' },
  { name: 'user_name', type: 'STRING' },
  { name: 'user_id', type: 'STRING' },
  { name: 'display_name', type: 'STRING' },
  { name: 'reason', type: 'STRING' },
  { name: 'app_type', type: 'STRING' },
  { name: 'app_name', type: 'STRING' },
  { name: 'agent_id', type: 'STRING' },
  { name: 'client_ip', type: 'STRING' },
  { name: 'country', type: 'STRING' },
  { name: 'city', type: 'STRING' },
  { name: 'latitude', type: 'DOUBLE' },
  { name: 'longitude', type: 'DOUBLE' },
  { name: 'device_name', type: 'STRING' },
  { name: 'device_os', type: 'STRING' },
  { name: 'browser', type: 'STRING' },
  { name: 'auth_method', type: 'STRING' },
  { name: 'factors', type: 'STRING' },
  { name: 'failed_attempts', type: 'LONG' },
  { name: 'is_new_device', type: 'BOOLEAN' },
  { name: 'is_new_location', type: 'BOOLEAN' },
  { name: 'session_id', type: 'STRING' },
  { name: 'result', type: 'STRING' },
] as const satisfies readonly EventColumn[];

export type EventColumnName = (typeof EVENT_COLUMNS)[number]['name'];
