import type { ColumnValue } from './event-columns.ts';

/** Event type of security alerts, the only one for which a rule's risk level counts. */
export const SECURITY_ALERT = 'SecurityAlert';

/** Event types that the sandbox offers; the set is open and any other name works as well. */
export const KNOWN_EVENT_TYPES: readonly string[] = [
  SECURITY_ALERT,
  'Analytics.Server.AdaptiveSessionRecording',
  'Cloud.Core.Login',
  'Cloud.Core.LoginFail',
  'Cloud.Saas.Application.AppLaunch',
];

/** A security alert or an analytics server event. */
export interface AnalyticsEvent {
  readonly id: string;
  readonly eventType: string;
  /** Null for an event without a risk level. */
  readonly riskLevel: string | null;
  /** Milliseconds since the epoch. */
  readonly occurredAt: number;
  /** Values by column name; a null column is missing for templates. */
  readonly columns: Readonly<Record<string, ColumnValue>>;
}
