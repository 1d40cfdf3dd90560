import { z } from 'zod';
import type { CallContext, HandlersOf, Methods } from '../../contract/bridge/methods.ts';
import type { ParsedInputOf } from '../../contract/schema/method.ts';
import { summariesByWebhook, summaryRecordSchema } from './delivery-summaries.ts';
import { statisticsRecordSchema, toStatistics } from './delivery-statistics.ts';
import { deliveryWithAttemptsSchema, toAttempt } from './delivery-attempt.ts';
import { deliveryRecordSchema, toDeliveries } from './delivery-record.ts';
import type { SandboxParts } from './sandbox-parts.ts';

/** The maximum that the embedded tenant returns at once. */
const maxDeliveries = 200;

/** A URL fits this many IDs of a webhook that was edited as often. */
const maxIds = 200;

type DeliveryMethods =
  | 'sandbox.deliveryStatistics'
  | 'sandbox.deliverySummaries'
  | 'sandbox.delivery'
  | 'sandbox.replay'
  | 'sandbox.deliveries';

/** Deliveries of an embedded tenant. */
export function createDeliveryHandlers(parts: SandboxParts): Pick<HandlersOf<'sandbox'>, DeliveryMethods> {
  const { client, idsOf, currentId, hiderFor } = parts;
  /** The search for the deliveries of this webhook, under every ID that it has had; without a webhook, for all of them. */
  function searchFor(tenantId: string, webhookId: string | undefined): URLSearchParams {
    const ids = webhookId === undefined ? [] : idsOf(tenantId, webhookId).slice(0, maxIds);
    return new URLSearchParams(ids.map((id): [string, string] => ['rule_id', id]));
  }

  return {
    'sandbox.deliveryStatistics': async ({ tenantId, webhookId }, call) => {
      const search = searchFor(tenantId, webhookId);
      const record = await client.sandbox(
        {
          tenantId,
          method: 'GET',
          path: `/sandbox/deliveries/statistics?${search.toString()}`,
          response: statisticsRecordSchema,
          purpose: 'load delivery statistics',
        },
        call,
      );
      return toStatistics(record);
    },
    'sandbox.deliverySummaries': async ({ tenantId }, call) => {
      const { rules } = await client.sandbox(
        {
          tenantId,
          method: 'GET',
          path: '/sandbox/deliveries/summaries',
          response: z.looseObject({ rules: z.array(summaryRecordSchema) }),
          purpose: 'load delivery summaries',
        },
        call,
      );
      return summariesByWebhook(rules, (id) => currentId(tenantId, id));
    },
    'sandbox.delivery': (request, call) => readDelivery(parts, request, call),
    'sandbox.replay': async ({ tenantId, webhookId, deliveryIds }, call) => {
      const { replays } = await client.sandbox(
        {
          tenantId,
          method: 'POST',
          path: '/sandbox/deliveries/replay',
          json: { ids: deliveryIds, rule_id: webhookId },
          response: z.looseObject({ replays: z.array(z.unknown()) }),
          purpose: 'resend deliveries',
        },
        call,
      );
      return { queued: replays.length };
    },
    'sandbox.deliveries': async ({ tenantId, webhookId }, call) => {
      const search = searchFor(tenantId, webhookId);
      search.set('limit', String(maxDeliveries));
      const { deliveries } = await client.sandbox(
        {
          tenantId,
          method: 'GET',
          path: `/sandbox/deliveries?${search.toString()}`,
          response: z.looseObject({ deliveries: z.array(deliveryRecordSchema) }),
          purpose: 'load deliveries',
        },
        call,
      );
      const hide = await hiderFor(tenantId);
      return deliveries.flatMap((record) => toDeliveries(record, hide));
    },
  };
}

async function readDelivery(
  { client, hiderFor }: SandboxParts,
  { tenantId, deliveryId }: ParsedInputOf<Methods['sandbox.delivery']>,
  call: CallContext,
) {
  const {
    event_type: eventType,
    event_columns: eventColumns = null,
    request_body: requestBody,
    attempt_list: attempts,
  } = await client.sandbox(
    {
      tenantId,
      method: 'GET',
      path: `/sandbox/deliveries/${encodeURIComponent(deliveryId.toWellFormed())}`,
      response: deliveryWithAttemptsSchema,
      purpose: 'load a delivery',
    },
    call,
  );
  const hide = await hiderFor(tenantId);
  return {
    eventType,
    eventColumns,
    requestBody,
    attempts: attempts.map((attempt) => toAttempt(attempt, hide)),
  };
}
