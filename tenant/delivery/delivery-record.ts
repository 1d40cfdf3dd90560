import type { HeaderLine } from '../rules/header-text.ts';
import type { ColumnValue } from '../events/event-columns.ts';

export type DeliveryStatus = 'pending' | 'delivered' | 'dead';
export type DeliveryKind = 'event' | 'replay' | 'test';

/** One invocation that a rule owes, or a test of a definition. Times are milliseconds since the epoch. */
export interface Delivery {
  readonly sequence: number;
  /** Sent as `X-Webhook-Delivery`; the same in every attempt, so that a receiver can tell a repetition. */
  readonly id: string;
  readonly kind: DeliveryKind;
  /** Null for a test, whose definition need not exist as a rule. */
  readonly ruleId: string | null;
  readonly ruleName: string;
  readonly eventId: string | null;
  readonly eventType: string;
  readonly replayOf: string | null;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly nextAttemptAt: number;
  /** The rendered payload, once it has been rendered: every attempt sends the same bytes. */
  readonly body: string | null;
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly lastHttpStatus: number | null;
  readonly lastError: string | null;
  readonly lastDurationMs: number | null;
  /** What the request of a test was called by its caller (`X-Request-Id`); null where it had no name, or for others. */
  readonly requestId: string | null;
  /** Of the sample event of a test; null for others, whose event has them. */
  readonly testColumns: Readonly<Record<string, ColumnValue>> | null;
}

/** What a queue needs of a delivery that is owed. */
export type PendingDelivery = Pick<
  Delivery,
  'sequence' | 'id' | 'ruleId' | 'eventId' | 'attempts' | 'nextAttemptAt' | 'body'
>;

/** A delivery as lists show it: with what its last attempt sent and got, so that a list is one query. */
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

/** What one attempt sent and what came of it. */
export interface DeliveryAttempt {
  readonly number: number;
  readonly startedAt: number;
  readonly durationMs: number;
  /** Null when nothing could be sent, because the payload could not be rendered. */
  readonly request: AttemptRequest | null;
  readonly response: AttemptResponse | null;
  /**
   * A code of InvocationFailure, or `render_failed`, `no_address`, `reserved_name`,
   * `rule_gone`, `event_gone`; null when there was an answer.
   */
  readonly failure: string | null;
  readonly message: string;
}
