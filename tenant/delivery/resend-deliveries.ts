import { timedIdentifier } from '../requests/identifier.ts';
import { RequestRejection } from '../http/request-rejection.ts';
import type { RuleStore } from '../rules/rule-store.ts';
import { inTransaction } from '../store/open-database.ts';
import type { TenantContext } from '../context/tenant-context.ts';
import type { DeliveryStore } from './delivery-store.ts';

interface ReplayParts {
  readonly context: TenantContext;
  readonly rules: RuleStore;
  readonly deliveries: DeliveryStore;
  readonly wake: (ruleIds: Iterable<string>) => void;
}

export interface Replay {
  readonly deliveryId: string;
  readonly replayOf: string;
}

/**
 * Queues deliveries again, as new deliveries after all pending ones of their rules. The payload is the one
 * that was sent; with `throughRule` that rule renders it again, which is how a delivery that died of a wrong
 * URL or template is sent through the corrected rule. All are queued or none: throws RequestRejection (404 for
 * an unknown delivery or rule, 409 for one that can't be replayed).
 */
export function resendDeliveries(parts: ReplayParts, ids: readonly string[], throughRule?: string): Replay[] {
  const { context, rules, deliveries } = parts;
  const wakeIds = new Set<string>();
  const replays = inTransaction(context.database, () =>
    ids.map((id): Replay => {
      const original = deliveries.get(id);
      if (original === undefined) {
        throw new RequestRejection(404, 'not_found', `Delivery ${id.slice(0, 100)} not found.`);
      }
      if (original.ruleId === null || original.eventId === null) {
        throw new RequestRejection(409, 'conflict', `Delivery ${id} was a test. Start a new test instead.`);
      }
      const rule = rules.get(throughRule ?? original.ruleId);
      if (rule === undefined) {
        throw throughRule === undefined
          ? new RequestRejection(
              409,
              'conflict',
              `The rule ${original.ruleName} of delivery ${id} was deleted.`,
            )
          : new RequestRejection(404, 'not_found', `Rule ${throughRule.slice(0, 100)} not found.`);
      }
      const createdAt = context.now();
      const deliveryId = timedIdentifier(createdAt, context.randomBytes);
      deliveries.insert({
        id: deliveryId,
        kind: 'replay',
        ruleId: rule.policyId,
        ruleName: rule.name,
        eventId: original.eventId,
        eventType: original.eventType,
        replayOf: id,
        createdAt,
      });
      if (rule.policyId === original.ruleId && original.body !== null)
        deliveries.storeBody(deliveryId, original.body);
      wakeIds.add(rule.policyId);
      return { deliveryId, replayOf: id };
    }),
  );
  parts.wake(wakeIds);
  return replays;
}
