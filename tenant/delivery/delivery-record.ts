import type { HeaderLine } from '../rules/header-text.ts';
import type { ColumnValue } from '../events/event-columns.ts';

export type DeliveryStatus = 'pending' | 'delivered' | 'dead';
export type DeliveryKind = 'event' | 'replay' | 'test';

/**
 * One pending or finished invocation of a rule, or a test of a definition. Times are milliseconds since the
 * epoch.
 */
export interface Delivery {
  readonly sequence: number;
  /** Sent as `X-Webhook-Delivery`; the same in every attempt, so that a receiver can detect duplicates. */
  readonly id: string;
  readonly kind: DeliveryKind;
  /** Null for a test, whose definition doesn't have to exist as a rule. */
  readonly ruleId: string | null;
  readonly ruleName: string;
  readonly eventId: string | null;
  readonly eventType: string;
  readonly replayOf: string | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: number;
  /** The rendered payload once it has been rendered: every attempt sends the same bytes. */
  readonly body: string | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly lastHttpStatus: number | null;
  readonly lastError: string | null;
  readonly lastDurationMs: number | null;
  /** The caller's request ID of a test (`X-Request-Id`); null without one, and for other deliveries. */
  readonly requestId: string | null;
  /** Columns of a test's sample event; null for other deliveries, whose event has them. */
  readonly testColumns: Readonly<Record<string, ColumnValue>> | null;
}

/** The parts of a pending delivery that a queue needs. */
export type PendingDelivery = Pick<
  Delivery,
  'sequence' | 'id' | 'ruleId' | 'eventId' | 'attempts' | 'nextAttemptAt' | 'body'
>;

/** A delivery in a list: with the request and response of its last attempt, so that a list is one query. */
export interface ListedDelivery extends Delivery {
  readonly lastRequest: AttemptRequest | null;
  readonly lastResponse: AttemptResponse | null;
}

export interface AttemptRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly HeaderLine[];
}

export interface AttemptResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly HeaderLine[];
  readonly body: string;
  readonly bodyIsCut: boolean;
}

/** The request and result of one attempt. */
export interface DeliveryAttempt {
  readonly number: number;
  readonly startedAt: number;
  readonly durationMs: number;
  /** Null if nothing could be sent because rendering the payload failed. */
  readonly request: AttemptRequest | null;
  readonly response: AttemptResponse | null;
  /**
   * A code of InvocationFailure, or `render_failed`, `no_address`, `reserved_name`, `rule_gone`,
   * `event_gone`; null if there was a response.
   */
  readonly failure: string | null;
  readonly message: string;
}
