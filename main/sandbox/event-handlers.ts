import { z } from 'zod';
import type { HandlersOf } from '../../contract/bridge/methods.ts';
import type { SandboxParts } from './sandbox-parts.ts';

const raisedSchema = z.looseObject({
  events: z.array(z.looseObject({ deliveries: z.array(z.unknown()) })),
});

type EventMethods = 'sandbox.raiseEvent' | 'sandbox.matches';

/** Test events, and which webhooks they would invoke. */
export function createEventHandlers({
  client,
  currentId,
}: SandboxParts): Pick<HandlersOf<'sandbox'>, EventMethods> {
  return {
    'sandbox.raiseEvent': async ({ tenantId, eventType, riskLevel, columns }, call) => {
      const { events } = await client.sandbox(
        {
          tenantId,
          method: 'POST',
          path: '/sandbox/events',
          json: { event_type: eventType, risk_level: riskLevel, columns },
          response: raisedSchema,
          purpose: 'send a test event',
        },
        call,
      );
      return { matchedWebhooks: events.reduce((sum, { deliveries }) => sum + deliveries.length, 0) };
    },
    'sandbox.matches': async ({ tenantId, eventType, riskLevel }, call) => {
      const { rules } = await client.sandbox(
        {
          tenantId,
          method: 'POST',
          path: '/sandbox/events/matches',
          json: { event_type: eventType, risk_level: riskLevel },
          response: z.looseObject({
            rules: z.array(z.looseObject({ rule_id: z.string(), rule_name: z.string() })),
          }),
          purpose: 'find matching webhooks',
        },
        call,
      );
      return rules.map(({ rule_id: id, rule_name: name }) => ({
        webhookId: currentId(tenantId, id),
        name,
      }));
    },
  };
}
