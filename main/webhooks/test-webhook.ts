import { z } from 'zod';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { CallContext, MethodInput } from '../../contract/bridge/methods.ts';
import type { WebhookTestResult } from '../../contract/webhooks/webhooks.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import { withoutQuotes } from './kind/live-webhooks.ts';
import type { WebhookSecrets } from './secrets/webhook-secrets.ts';
import { readRules, toWireDefinition } from '../tenants/endpoints/rule-record.ts';
import type { TenantDirectory } from '../tenants/directory/tenant-directory.ts';
import { askBeforeSending, foreignCredentialsAt } from './kind/foreign-credentials.ts';
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
  /** Milliseconds of a monotonic clock, for durations. */
  readonly clock: () => number;
}

type TestRequest = MethodInput<'webhooks.test'>;

/**
 * Lets the tenant call the URL. Nothing is stored. Throws `credential-elsewhere` before anything is sent when a
 * stored credential would go to another webhook, URL or tenant than its own, unless `credentialsTo` is that
 * URL. Source: platform specification, POST /rules/webhook/test.
 */
export async function testWebhook(
  parts: TestWebhookParts,
  request: TestRequest,
  call: CallContext,
): Promise<WebhookTestResult> {
  const { client, secrets, clock } = parts;
  const { tenantId, definition } = request;
  const revealed = await secrets.reveal(tenantId, definition, { ofAnyTenant: true });
  await rejectForeignCredentials(parts, request, call);
  // Unsaved typed credentials are hidden in the tenant's response, too.
  (await secrets.hiderFor(tenantId))(revealed);
  const startedAt = clock();
  const response = await withoutQuotes({ secrets }, tenantId, () =>
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
    succeeded: response.result,
    httpStatus: response.http_status ?? 0,
    message: secrets.withoutCredentials(tenantId, response.message ?? ''),
    durationMs,
    deliveryId: await recordedAs(parts, tenantId, call),
  };
}

/** The embedded tenant's record of the test; the platform's answer to the test doesn't reference it. */
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
        purpose: 'load the test request',
      },
      call,
    );
    return deliveries[0]?.id ?? null;
  } catch (error) {
    // The test result is complete either way.
    if (error instanceof DeskFailure) return null;
    throw error;
  }
}

async function rejectForeignCredentials(
  parts: TestWebhookParts,
  { tenantId, targetId, definition, credentialsTo }: TestRequest,
  call: CallContext,
): Promise<void> {
  const { client, secrets, tenants } = parts;
  const to = { tenantId, webhookId: targetId, name: definition.name, origin: originOf(definition.url) };
  const foreign = async () => foreignCredentialsAt(await secrets.used(tenantId, definition), to);
  if (credentialsTo === to.origin || (await foreign()).length === 0) return;
  // After a start from the cache, Tenant Desk first has to read where the tenant uses them.
  const hide = await secrets.hiderFor(tenantId);
  for (const rule of await readRules(client, tenantId, call)) hide(rule, rule);
  const left = await foreign();
  if (left.length > 0) throw askBeforeSending(tenants, left, to);
}
