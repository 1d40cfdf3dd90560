import { z } from 'zod';
import type { HandlersOf } from '../../contract/methods.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { deliveryRecordSchema, toDeliveries } from './delivery-record.ts';

const raisedSchema = z.looseObject({
  events: z.array(z.looseObject({ deliveries: z.array(z.unknown()) })),
});

/** As many as the embedded tenant gives at once. */
const mostDeliveries = 200;

/** Controls of embedded tenants. The client answers `not-found` for a tenant that is none. */
export function createSandboxHandlers({ client }: { readonly client: TenantClient }): HandlersOf<'sandbox'> {
  return {
    'sandbox.raiseEvent': async ({ tenantId, eventType, riskLevel, columns }, call) => {
      const { events } = await client.sandbox(
        {
          tenantId,
          method: 'POST',
          path: '/sandbox/events',
          json: { event_type: eventType, risk_level: riskLevel, columns },
          response: raisedSchema,
          purpose: 'raise an event',
        },
        call,
      );
      return { matchedWebhooks: events.reduce((sum, { deliveries }) => sum + deliveries.length, 0) };
    },
    'sandbox.deliveries': async ({ tenantId, webhookId }, call) => {
      const search = new URLSearchParams({ limit: String(mostDeliveries) });
      if (webhookId !== undefined) search.set('rule_id', webhookId);
      const { deliveries } = await client.sandbox(
        {
          tenantId,
          method: 'GET',
          path: `/sandbox/deliveries?${search.toString()}`,
          response: z.looseObject({ deliveries: z.array(deliveryRecordSchema) }),
          purpose: 'read the deliveries',
        },
        call,
      );
      return deliveries.flatMap(toDeliveries);
    },
  };
}
