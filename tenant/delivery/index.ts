import { createRuleStore, type RuleStore } from '../rules/rule-store.ts';
import { timedIdentifier } from '../requests/identifier.ts';
import type { AwaitTurn } from '../http/precedence.ts';
import { inTransaction } from '../store/open-database.ts';
import { createSharedCommits, type SharedCommits } from '../store/shared-commits.ts';
import type { AnalyticsEvent } from '../events/analytics-event.ts';
import { createEventStore, type EventStore } from '../events/event-store.ts';
import type { TenantContext } from '../context/tenant-context.ts';
import { attemptDelivery, sendOnce, type AttemptOutcome } from './attempt-delivery.ts';
import { createDeliveryQueue } from './delivery-queue.ts';
import { createDeliveryStore, isDelivered, type DeliveryStore } from './delivery-store.ts';
import type { SlotLimits } from './host-slots.ts';
import { createConnectionPool, type ConnectionPool, type InvocationLimits } from './invoke-webhook.ts';
import { createLogPruning } from './log-pruning.ts';
import { DEFAULT_RETRIES, type RetrySchedule } from './retry-schedule.ts';
import { targetOf, type InvocationDefinition } from './target.ts';

export interface DeliverySettings {
  readonly retries: RetrySchedule;
  readonly limits: InvocationLimits;
  /** Limits of concurrent attempts. */
  readonly slots: SlotLimits;
  /** Finished deliveries in the log. */
  readonly maxDeliveries: number;
  readonly maxEvents: number;
  /** Lets other work go before deliveries. */
  readonly awaitTurn: AwaitTurn;
  readonly onProblem: (message: string, error: unknown) => void;
}

/** Webhook delivery of one tenant. */
export interface DeliveryService {
  readonly rules: RuleStore;
  readonly events: EventStore;
  readonly deliveries: DeliveryStore;
  /** Finished deliveries in the log: statistics cover the newest ones only. */
  readonly maxFinishedDeliveries: number;
  /** Attempts are recorded through these commits, and events raised at the same time can share them. */
  readonly commits: SharedCommits;
  wake(ruleIds: Iterable<string>): void;
  /**
   * Sends a definition once for a sample event, and stores it among the deliveries as a test, which can be
   * found by the caller's request ID.
   */
  test(
    definition: InvocationDefinition & { readonly name: string },
    event: AnalyticsEvent,
    requestId: string | null,
  ): Promise<AttemptOutcome>;
  /** Resolves once nothing is pending. */
  idle(): Promise<void>;
  /** Ends active attempts; pending deliveries are sent after the next start. */
  stop(): Promise<void>;
}

const DEFAULTS: DeliverySettings = {
  retries: DEFAULT_RETRIES,
  limits: { timeoutMs: 10_000, responseBytes: 16_384 },
  slots: { perHost: 8, inAll: 256 },
  maxDeliveries: 10_000,
  maxEvents: 50_000,
  awaitTurn: () => undefined,
  onProblem: (message, error) => {
    process.stderr.write(`${message} ${error instanceof Error ? error.message : String(error)}\n`);
  },
};

interface TestParts {
  readonly context: TenantContext;
  readonly deliveries: DeliveryStore;
  readonly pool: ConnectionPool;
  readonly limits: InvocationLimits;
}

interface TestRequest {
  readonly definition: InvocationDefinition & { readonly name: string };
  readonly event: AnalyticsEvent;
  readonly requestId: string | null;
}

/** Starts delivering, beginning with what an earlier run of the process left pending. */
export function startDelivery(
  context: TenantContext,
  given: Partial<DeliverySettings> = {},
): DeliveryService {
  const settings = { ...DEFAULTS, ...given };
  const rules = createRuleStore(context.database);
  const events = createEventStore(context.database);
  const deliveries = createDeliveryStore(context.database);
  const pool = createConnectionPool();
  const stopping = new AbortController();
  const parts = {
    context,
    rules,
    events,
    deliveries,
    commits: createSharedCommits(context.database),
    pool,
    limits: settings.limits,
    retries: settings.retries,
  };
  const pruneNowAndThen = createLogPruning(parts, settings);

  const queue = createDeliveryQueue({
    store: deliveries,
    slots: settings.slots,
    hostOf: ({ ruleId }) => {
      const rule = ruleId === null ? undefined : rules.getForDelivery(ruleId);
      const target = rule && targetOf(rule);
      // A deleted rule, or one that can't send, has no receiver and waits for no slot.
      return target?.ok === true ? target.url.host : '';
    },
    now: context.now,
    maxWaitMs: settings.retries.capMs,
    awaitTurn: settings.awaitTurn,
    async attempt(delivery, stop) {
      const attempted = await attemptDelivery(parts, delivery, stop);
      pruneNowAndThen();
      return attempted;
    },
    onProblem: (ruleId, error) => settings.onProblem(`Delivery for rule ${ruleId} is blocked:`, error),
  });
  queue.wake(deliveries.waitingRules());

  return {
    rules,
    events,
    deliveries,
    maxFinishedDeliveries: settings.maxDeliveries,
    commits: parts.commits,
    wake: (ruleIds) => queue.wake(ruleIds),
    idle: () => queue.idle(),
    test: (definition, event, requestId) =>
      sendTest(parts, { definition, event, requestId }, stopping.signal),
    async stop() {
      stopping.abort();
      await queue.stop();
      pool.destroy();
    },
  };
}

/** Sends once, and stores the attempt as a finished delivery. */
async function sendTest(
  parts: TestParts,
  { definition, event, requestId }: TestRequest,
  stop: AbortSignal,
): Promise<AttemptOutcome> {
  const { context, deliveries } = parts;
  const createdAt = context.now();
  const id = timedIdentifier(createdAt, context.randomBytes);
  const outcome = await sendOnce(parts, { id, attempts: 0, body: null }, definition, event, stop);
  inTransaction(context.database, () => {
    const sequence = deliveries.insert({
      id,
      kind: 'test',
      ruleId: null,
      ruleName: definition.name,
      eventId: null,
      eventType: event.eventType,
      replayOf: null,
      createdAt,
      requestId,
      testColumns: event.columns,
    });
    const status = isDelivered(outcome.attempt) ? 'delivered' : 'dead';
    deliveries.record(sequence, outcome.attempt, outcome.body, { status, finishedAt: context.now() });
  });
  return outcome;
}
