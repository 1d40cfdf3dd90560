import { timedIdentifier } from '../requests/identifier.ts';
import type { RuleStore, RuleTarget } from '../rules/rule-store.ts';
import { inTransaction } from '../store/open-database.ts';
import type { SharedCommits } from '../store/shared-commits.ts';
import type { DeliveryStore } from './delivery-store.ts';
import type { AnalyticsEvent } from '../events/analytics-event.ts';
import type { TenantContext } from '../context/tenant-context.ts';
import { matchesRule } from '../events/event-matching.ts';
import type { EventStore } from '../events/event-store.ts';
import { sampleEvent, type SampleRequest } from '../events/sample-event.ts';

/** An accepted event and the deliveries it causes. */
export interface AcceptedEvent {
  readonly eventId: string;
  readonly deliveries: readonly { readonly deliveryId: string; readonly ruleId: string }[];
}

interface EventIntake {
  readonly context: TenantContext;
  readonly rules: RuleStore;
  readonly events: EventStore;
  readonly deliveries: DeliveryStore;
  /** Called with the rules that have something to deliver, after the events are stored. */
  readonly wake: (ruleIds: Iterable<string>) => void;
}

/** The rules that such an event would invoke now, in creation order. */
export function matchedRules(
  rules: RuleStore,
  event: Pick<AnalyticsEvent, 'eventType' | 'riskLevel'>,
): readonly RuleTarget[] {
  return rules.enabledFor(event.eventType).filter((rule) => matchesRule(event, rule));
}

/**
 * Accepts events and queues a delivery for each rule that each of them invokes. Everything is stored in one
 * transaction before this returns, so that an event is acknowledged with all of its deliveries or not at all.
 */
export function acceptEvents(intake: EventIntake, requests: readonly SampleRequest[]): AcceptedEvent[] {
  const wakeIds = new Set<string>();
  const raised = inTransaction(intake.context.database, () => store(intake, requests, wakeIds));
  intake.wake(wakeIds);
  return raised;
}

/**
 * The same for events from the network: events that arrive at the same time, and attempts that end then, are
 * stored in one transaction. Resolves after that.
 */
export async function acceptEventsInBatch(
  intake: EventIntake & { readonly commits: SharedCommits },
  requests: readonly SampleRequest[],
): Promise<AcceptedEvent[]> {
  const wakeIds = new Set<string>();
  let raised: AcceptedEvent[] = [];
  await intake.commits(() => {
    raised = store(intake, requests, wakeIds);
  });
  intake.wake(wakeIds);
  return raised;
}

/** Must run in a transaction. */
function store(
  { context, rules, events, deliveries }: EventIntake,
  requests: readonly SampleRequest[],
  wakeIds: Set<string>,
): AcceptedEvent[] {
  const targets = new Map<string, readonly RuleTarget[]>();
  const targetsOf = (eventType: string): readonly RuleTarget[] => {
    const known = targets.get(eventType) ?? rules.enabledFor(eventType);
    targets.set(eventType, known);
    return known;
  };
  return requests.map((request): AcceptedEvent => {
    const event = sampleEvent(request, context.now, context.randomBytes);
    const raisedAt = context.now();
    events.insert(event, raisedAt);
    const caused = targetsOf(event.eventType)
      .filter((rule) => matchesRule(event, rule))
      .map((rule) => {
        const deliveryId = timedIdentifier(raisedAt, context.randomBytes);
        deliveries.insert({
          id: deliveryId,
          kind: 'event',
          ruleId: rule.policyId,
          ruleName: rule.name,
          eventId: event.id,
          eventType: event.eventType,
          replayOf: null,
          createdAt: raisedAt,
        });
        wakeIds.add(rule.policyId);
        return { deliveryId, ruleId: rule.policyId };
      });
    return { eventId: event.id, deliveries: caused };
  });
}
