import { z } from 'zod';
import type { CallContext } from '../../contract/methods.ts';
import type { WebhookDefinition, WebhookTestResult } from '../../contract/webhooks.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { withoutQuotes } from './live-webhooks.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';
import { toWireDefinition } from '../tenants/endpoints/rule-record.ts';

const testResponseSchema = z.looseObject({
  result: z.boolean(),
  http_status: z.number().int().nullish(),
  message: z.string().nullish(),
});

export interface TestWebhookParts {
  readonly client: TenantClient;
  readonly secrets: WebhookSecrets;
  /** Milliseconds since any moment, for durations. */
  readonly clock: () => number;
}

/** Has the tenant call the address. Nothing is stored. Source: platform specification, POST /rules/webhook/test. */
export async function testWebhook(
  { client, secrets, clock }: TestWebhookParts,
  { tenantId, definition }: { readonly tenantId: string; readonly definition: WebhookDefinition },
  call: CallContext,
): Promise<WebhookTestResult> {
  const revealed = await secrets.reveal(tenantId, definition);
  const startedAt = clock();
  const answer = await withoutQuotes({ secrets }, tenantId, () =>
    client.analytics(
      {
        tenantId,
        method: 'POST',
        path: '/rules/webhook/test',
        json: toWireDefinition({ ...definition, ...revealed }),
        response: testResponseSchema,
        purpose: `test the webhook ${definition.name}`,
      },
      call,
    ),
  );
  return {
    succeeded: answer.result,
    httpStatus: answer.http_status ?? 0,
    message: secrets.withoutCredentials(tenantId, answer.message ?? ''),
    durationMs: clock() - startedAt,
  };
}
