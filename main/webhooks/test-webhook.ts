import { z } from 'zod';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { CallContext, MethodInput } from '../../contract/bridge/methods.ts';
import type { WebhookTestResult } from '../../contract/webhooks/webhooks.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { withoutQuotes } from './kind/live-webhooks.ts';
import type { WebhookSecrets } from './secrets/webhook-secrets.ts';
import { readRules, toWireDefinition } from '../tenants/endpoints/rule-record.ts';
import type { TenantDirectory } from '../tenants/directory/tenant-directory.ts';
import { askBeforeSending, strangersAt } from './kind/credentials-elsewhere.ts';
import { originOf } from './secrets/origin-of.ts';

const testResponseSchema = z.looseObject({
  result: z.boolean(),
  http_status: z.number().int().nullish(),
  message: z.string().nullish(),
});

const recordedSchema = z.looseObject({ deliveries: z.array(z.looseObject({ id: z.string() })) });

export interface TestWebhookParts {
  readonly client: TenantClient;
  readonly secrets: WebhookSecrets;
  readonly tenants: Pick<TenantDirectory, 'get' | 'list'>;
  /** Milliseconds since any moment, for durations. */
  readonly clock: () => number;
}

type TestRequest = MethodInput<'webhooks.test'>;

/**
 * Has the tenant call the address. Nothing is stored. Throws `credential-elsewhere` before anything is sent where a
 * stored credential would go to another webhook, address or tenant than its own, unless `credentialsTo` is that
 * address. Source: platform specification, POST /rules/webhook/test.
 */
export async function testWebhook(
  parts: TestWebhookParts,
  request: TestRequest,
  call: CallContext,
): Promise<WebhookTestResult> {
  const { client, secrets, clock } = parts;
  const { tenantId, definition } = request;
  const revealed = await secrets.reveal(tenantId, definition, { ofAnyTenant: true });
  await refuseElsewhere(parts, request, call);
  // What was typed and not saved yet is hidden in the tenant's answer, too.
  (await secrets.hiderFor(tenantId))(revealed);
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
  const durationMs = clock() - startedAt;
  return {
    succeeded: answer.result,
    httpStatus: answer.http_status ?? 0,
    message: secrets.withoutCredentials(tenantId, answer.message ?? ''),
    durationMs,
    deliveryId: await recordedAs(parts, tenantId, call),
  };
}

/** What an embedded tenant recorded of the test; the answer of the test itself is the platform's, and does not name it. */
async function recordedAs(
  { client, tenants }: TestWebhookParts,
  tenantId: string,
  call: CallContext,
): Promise<string | null> {
  if (!tenants.get(tenantId).isSandbox) return null;
  const search = new URLSearchParams({ request_id: call.requestId, limit: '1' });
  try {
    const { deliveries } = await client.sandbox(
      {
        tenantId,
        method: 'GET',
        path: `/sandbox/deliveries?${search.toString()}`,
        response: recordedSchema,
        purpose: 'read what was sent in the test',
      },
      call,
    );
    return deliveries[0]?.id ?? null;
  } catch (error) {
    // The test is over and told either way.
    if (error instanceof DeskFailure) return null;
    throw error;
  }
}

async function refuseElsewhere(
  parts: TestWebhookParts,
  { tenantId, targetId, definition, credentialsTo }: TestRequest,
  call: CallContext,
): Promise<void> {
  const { client, secrets, tenants } = parts;
  const to = { tenantId, webhookId: targetId, name: definition.name, origin: originOf(definition.url) };
  const strangers = async () => strangersAt(await secrets.used(tenantId, definition), to);
  if (credentialsTo === to.origin || (await strangers()).length === 0) return;
  // After a start with the list of the last time the desk has yet to see where the tenant has them.
  const hide = await secrets.hiderFor(tenantId);
  for (const rule of await readRules(client, tenantId, call)) hide(rule, rule);
  const left = await strangers();
  if (left.length > 0) throw askBeforeSending(tenants, left, to);
}
