import { z } from 'zod';
import type { CallContext } from '../../contract/methods.ts';
import type { WebhookDefinition, WebhookTestResult } from '../../contract/webhooks.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { HeaderSecrets } from './header-secrets.ts';
import { toWireDefinition } from '../tenants/endpoints/rule-record.ts';

const testResponseSchema = z.looseObject({
  result: z.boolean(),
  http_status: z.number().int().nullish(),
  message: z.string().nullish(),
});

export interface TestWebhookParts {
  readonly client: TenantClient;
  readonly secrets: HeaderSecrets;
  /** Milliseconds since any moment, for durations. */
  readonly clock: () => number;
}

/** Has the tenant call the address. Nothing is stored. Source: platform specification, POST /rules/webhook/test. */
export async function testWebhook(
  { client, secrets, clock }: TestWebhookParts,
  { tenantId, definition }: { readonly tenantId: string; readonly definition: WebhookDefinition },
  call: CallContext,
): Promise<WebhookTestResult> {
  const headers = await secrets.reveal(tenantId, definition.headers);
  const startedAt = clock();
  const answer = await client.analytics(
    {
      tenantId,
      method: 'POST',
      path: '/rules/webhook/test',
      json: toWireDefinition({ ...definition, headers }),
      response: testResponseSchema,
      purpose: `test the webhook ${definition.name}`,
    },
    call,
  );
  return {
    succeeded: answer.result,
    httpStatus: answer.http_status ?? 0,
    message: answer.message ?? '',
    durationMs: clock() - startedAt,
  };
}
