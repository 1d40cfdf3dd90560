import { randomIdentifier, timedIdentifier } from '../requests/identifier.ts';
import { SECURITY_ALERT, type AnalyticsEvent } from './analytics-event.ts';
import type { ColumnValue, EventColumnName } from './event-columns.ts';

const PEOPLE = [
  { user: 'zoe.obrien', name: "Zoë O'Brien" },
  { user: 'amara.diallo', name: 'Amara Diallo' },
  { user: 'kenji.tanaka', name: 'Kenji Tanaka' },
  { user: 'lucia.fernandez', name: 'Lucía Fernández' },
  { user: 'bjorn.larsen', name: 'Bjørn Larsen' },
  { user: 'mei.chen', name: 'Mei Chen' },
  { user: 'noah.adeyemi', name: 'Noah Adeyemi' },
  { user: 'priya.nair', name: 'Priya Nair' },
] as const;

const PLACES = [
  { country: 'Germany', city: 'Berlin', latitude: 52.52, longitude: 13.405 },
  { country: 'Brazil', city: 'São Paulo', latitude: -23.5505, longitude: -46.6333 },
  { country: 'Japan', city: 'Osaka', latitude: 34.6937, longitude: 135.5023 },
  { country: 'Canada', city: 'Montréal', latitude: 45.5019, longitude: -73.5674 },
  { country: 'Kenya', city: 'Nairobi', latitude: -1.2921, longitude: 36.8219 },
] as const;

const REASONS = [
  'New country, new device',
  'Impossible travel since the last sign-in',
  'Several failed factors in a row',
  'Privileged role used outside working hours',
  'Sign-in from an anonymizing network',
] as const;

const APPLICATIONS = [
  { type: 'SAML', name: 'Payroll' },
  { type: 'OpenIDConnect', name: 'Expense portal' },
  { type: 'UsernamePassword', name: 'Travel booking' },
] as const;

const DEVICES = [
  { name: 'LT-4821', os: 'Windows 11', browser: 'Edge' },
  { name: 'MB-0193', os: 'macOS 26', browser: 'Safari' },
  { name: 'WS-7730', os: 'Debian 13', browser: 'Firefox' },
] as const;

const SCORES: Readonly<Record<string, number>> = { low: 24, medium: 58, high: 91 };

export interface SampleRequest {
  readonly eventType: string;
  /** Defaults to `Medium` for a security alert and none for other events. */
  readonly riskLevel?: string | null | undefined;
  /** Values that replace the sample's. */
  readonly columns?: Readonly<Record<string, ColumnValue>> | undefined;
}

/**
 * A plausible event with a value in every column. The same bytes from `randomBytes` give the same event.
 * `occurredAt` is taken from a given `event_time` if that is a number.
 */
export function sampleEvent(
  request: SampleRequest,
  now: () => number,
  randomBytes: (size: number) => Uint8Array,
): AnalyticsEvent {
  const dice = randomBytes(8);
  const person = pick(PEOPLE, dice[0]);
  const place = pick(PLACES, dice[1]);
  const application = pick(APPLICATIONS, dice[2]);
  const device = pick(DEVICES, dice[3]);
  const isAlert = request.eventType === SECURITY_ALERT;
  const riskLevel = request.riskLevel === undefined ? (isAlert ? 'Medium' : null) : request.riskLevel;
  const at = now();
  const id = timedIdentifier(at, randomBytes);
  const sample: Record<EventColumnName, ColumnValue> = {
    event_id: id,
    event_type: request.eventType,
    event_time: at,
    intel_risk_level: riskLevel ?? 'Low',
    intel_risk_score: SCORES[(riskLevel ?? 'low').toLowerCase()] ?? 99,
    user_name: `${person.user}@acme.example`,
    user_id: randomIdentifier(randomBytes),
    display_name: person.name,
    reason: isAlert ? pick(REASONS, dice[4]) : 'Recorded by a sensor',
    app_type: application.type,
    app_name: application.name,
    agent_id: `agent-${String((dice[5] ?? 0) % 12).padStart(2, '0')}`,
    client_ip: `203.0.113.${dice[6] ?? 0}`,
    country: place.country,
    city: place.city,
    latitude: place.latitude,
    longitude: place.longitude,
    device_name: device.name,
    device_os: device.os,
    browser: device.browser,
    auth_method: 'Password, one-time code',
    factors: 'UP,OTP',
    failed_attempts: (dice[7] ?? 0) % 4,
    is_new_device: (dice[3] ?? 0) % 2 === 0,
    is_new_location: (dice[1] ?? 0) % 2 === 0,
    session_id: randomIdentifier(randomBytes),
    result: isAlert ? 'Alerted' : 'Recorded',
  };
  const columns = { ...sample, ...request.columns };
  const givenTime = columns['event_time'];
  return {
    id,
    eventType: request.eventType,
    riskLevel,
    occurredAt: typeof givenTime === 'number' ? givenTime : at,
    columns,
  };
}

function pick<const T extends readonly [unknown, ...unknown[]]>(
  choices: T,
  dice: number | undefined,
): T[number] {
  return choices[(dice ?? 0) % choices.length] ?? choices[0];
}
