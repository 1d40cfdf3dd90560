import type { StoredApplication } from './application-record.ts';
import { isRecord } from '../requests/request-members.ts';

/** The `OAuthProfile` of a record. Source: compatibility, "OpenID Connect and OAuth records". */
export type OAuthProfile = Readonly<Record<string, unknown>>;

/** Empty if the application has none. */
export function profileOf(application: StoredApplication): OAuthProfile {
  const profile = application.members['OAuthProfile'];
  return isRecord(profile) ? profile : {};
}

/** Undefined for an empty string, and for other types. */
export function textIn(profile: OAuthProfile, name: string): string | undefined {
  const value = profile[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A list, or a string separated by commas or spaces. */
export function textsIn(profile: OAuthProfile, name: string): readonly string[] {
  const value = profile[name];
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string');
  return typeof value === 'string' ? value.split(/[\s,]+/).filter((item) => item !== '') : [];
}

/** True, false or, as sent by SDKs, the string of either; undefined for anything else. */
export function flagIn(profile: OAuthProfile, name: string): boolean | undefined {
  const value = profile[name];
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : undefined;
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

/** Seconds of a lifetime such as `5:00:00` or `365.00:00:00`; undefined for other text. */
export function readLifetime(value: unknown): number | undefined {
  const match = typeof value === 'string' ? /^(?:(\d+)\.)?(\d+):(\d\d):(\d\d)$/.exec(value) : null;
  if (match === null) return undefined;
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] = match;
  const total = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  return total > 0 ? total : undefined;
}
