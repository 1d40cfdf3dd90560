import { performance } from 'node:perf_hooks';
import type { HeaderLine } from '../rules/header-text.ts';
import type { RuleStore } from '../rules/rule-store.ts';
import { readUserVariables } from '../rules/user-variables.ts';
import type { SharedCommits } from '../store/shared-commits.ts';
import type { AnalyticsEvent } from '../events/analytics-event.ts';
import type { EventStore } from '../events/event-store.ts';
import type { TenantContext } from '../context/tenant-context.ts';
import type { AttemptRequest, AttemptResponse, DeliveryAttempt, PendingDelivery } from './delivery-record.ts';
import type { Attempted } from './delivery-queue.ts';
import { isDelivered, type Consequence, type DeliveryStore } from './delivery-store.ts';
import {
  invokeWebhook,
  sendsBody,
  type ConnectionPool,
  type InvocationResponse,
  type InvocationLimits,
} from './invoke-webhook.ts';
import { payloadScope, renderPayload } from './payload.ts';
import { nextWait, readRetryAfter, type RetrySchedule } from './retry-schedule.ts';
import { targetOf, type InvocationDefinition } from './target.ts';

interface AttemptParts {
  readonly context: TenantContext;
  readonly rules: RuleStore;
  readonly events: EventStore;
  readonly deliveries: DeliveryStore;
  /** Records attempts of several rules that end at the same time in one commit. */
  readonly commits: SharedCommits;
  readonly pool: ConnectionPool;
  readonly limits: InvocationLimits;
  readonly retries: RetrySchedule;
}

/** The result of one attempt, with the payload that was sent or would have been. */
export interface AttemptOutcome {
  readonly attempt: DeliveryAttempt;
  readonly body: string | null;
  /** False if a retry would fail in the same way. */
  readonly mayRetry: boolean;
}

/** Makes one attempt of a queued delivery, and starts recording its result. */
export async function attemptDelivery(
  parts: AttemptParts,
  delivery: PendingDelivery,
  stop: AbortSignal,
): Promise<Attempted> {
  const rule = delivery.ruleId === null ? undefined : parts.rules.getForDelivery(delivery.ruleId);
  const event = delivery.eventId === null ? undefined : parts.events.get(delivery.eventId);
  // A replay with a rendered payload doesn't need its event; all other deliveries do.
  if (rule === undefined || (event === undefined && delivery.body === null)) {
    const missing = rule === undefined ? 'rule' : 'event';
    const attempt = unsent(
      delivery,
      parts.context.now(),
      `${missing}_gone`,
      `The ${missing} of this delivery was deleted.`,
    );
    return record(parts, delivery, { attempt, body: null, mayRetry: false });
  }
  const outcome = await sendOnce(parts, delivery, rule, event, stop);
  // An attempt interrupted by the tenant's own shutdown is still pending: it is sent again after the next
  // start.
  if (outcome.attempt.failure === 'stopped') return { isFinal: false, recorded: Promise.resolve() };
  return record(parts, delivery, outcome);
}

/** Renders and sends once, without recording anything. */
export async function sendOnce(
  parts: Pick<AttemptParts, 'context' | 'pool' | 'limits'>,
  delivery: Pick<PendingDelivery, 'id' | 'attempts' | 'body'>,
  definition: InvocationDefinition,
  event: Pick<AnalyticsEvent, 'columns'> | undefined,
  stop: AbortSignal,
): Promise<AttemptOutcome> {
  const { context } = parts;
  const startedAt = context.now();
  const target = targetOf(definition);
  if (!target.ok) {
    return {
      attempt: unsent(delivery, startedAt, target.failure, target.message),
      body: null,
      mayRetry: false,
    };
  }
  const rendered =
    delivery.body === null
      ? renderPayload(
          definition.requestBody,
          event ?? { columns: {} },
          payloadScope(context.id, readUserVariables(context.settings)),
        )
      : { ok: true as const, body: delivery.body };
  if (!rendered.ok) {
    const attempt = unsent(delivery, startedAt, 'render_failed', rendered.message);
    return { attempt, body: null, mayRetry: rendered.mayRetry };
  }
  const request: AttemptRequest = {
    url: definition.url,
    method: definition.method,
    headers: invocationHeaders(definition, target.headers, delivery.id),
  };
  const started = performance.now();
  const invocation = { ...request, url: target.url, body: rendered.body };
  const result = await invokeWebhook(invocation, parts.limits, parts.pool, stop);
  const timing = {
    number: delivery.attempts + 1,
    startedAt,
    durationMs: Math.round(performance.now() - started),
    request,
  };
  const attempt: DeliveryAttempt =
    result.outcome === 'failed'
      ? {
          ...timing,
          response: result.received === undefined ? null : responseOf(result.received),
          failure: result.failure,
          message: result.message,
        }
      : {
          ...timing,
          response: responseOf(result),
          failure: null,
          message: `${target.url.host} responded with ${`${result.status} ${result.statusText}`.trim()}.`,
        };
  return { attempt, body: rendered.body, mayRetry: true };
}

/** A reset may have emptied the tenant while the receiver was responding: then there is nothing to record. */
function record(parts: AttemptParts, delivery: PendingDelivery, outcome: AttemptOutcome): Attempted {
  const { deliveries, commits } = parts;
  const consequence = consequenceOf(parts, outcome);
  const body = delivery.body === null ? outcome.body : null;
  return {
    isFinal: consequence.status !== 'pending',
    recorded: commits(() => deliveries.record(delivery.sequence, outcome.attempt, body, consequence)),
  };
}

function consequenceOf(
  { context, retries }: AttemptParts,
  { attempt, mayRetry }: AttemptOutcome,
): Consequence {
  const now = context.now();
  if (isDelivered(attempt)) return { status: 'delivered', finishedAt: now };
  const wait = mayRetry
    ? nextWait(retries, attempt.number, randomFraction(context), retryAfter(attempt, now))
    : undefined;
  return wait === undefined
    ? { status: 'dead', finishedAt: now }
    : { status: 'pending', nextAttemptAt: now + wait };
}

function responseOf({ status, statusText, headers, body, bodyIsCut }: InvocationResponse): AttemptResponse {
  return { status, statusText, headers, body, bodyIsCut };
}

function invocationHeaders(
  definition: InvocationDefinition,
  extra: readonly HeaderLine[],
  deliveryId: string,
): HeaderLine[] {
  const named = new Set(extra.map((header) => header.name.toLowerCase()));
  const own: HeaderLine[] = [{ name: 'X-Webhook-Delivery', value: deliveryId }];
  if (!named.has('user-agent')) own.push({ name: 'User-Agent', value: 'Sandbox-Analytics-Webhook/1.0' });
  if (sendsBody(definition.method)) own.push({ name: 'Content-Type', value: definition.contentType });
  return [...own, ...extra.filter((header) => header.name.toLowerCase() !== 'content-type')];
}

function unsent(
  delivery: Pick<PendingDelivery, 'attempts'>,
  startedAt: number,
  failure: string,
  message: string,
): DeliveryAttempt {
  return {
    number: delivery.attempts + 1,
    startedAt,
    durationMs: 0,
    request: null,
    response: null,
    failure,
    message,
  };
}

function retryAfter(attempt: DeliveryAttempt, now: number): number | undefined {
  const header = attempt.response?.headers.find(({ name }) => name.toLowerCase() === 'retry-after');
  return readRetryAfter(header?.value, now);
}

function randomFraction(context: TenantContext): number {
  return (context.randomBytes(1)[0] ?? 0) / 256;
}
