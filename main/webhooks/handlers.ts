import { z } from 'zod';
import type { HandlersOf } from '../../contract/bridge/methods.ts';
import { variableModelSchema, webhookSchema } from '../../contract/webhooks/webhooks.ts';
import { isNewTarget } from '../changes/record/target-successors.ts';
import type { TenantClient } from '../tenants/client/tenant-client.ts';
import type { SnapshotCache } from '../platform/storage/read-through.ts';
import { readThrough } from '../platform/storage/read-through.ts';
import { mapInChunks } from '../platform/timing/yielder.ts';
import type { TenantDirectory } from '../tenants/directory/tenant-directory.ts';
import type { WebhookSecrets } from './secrets/webhook-secrets.ts';
import { countingSkipped } from '../tenants/endpoints/list-read.ts';
import { describeRule, readRuleList } from '../tenants/endpoints/rule-record.ts';
import { webhooksKey } from './kind/offline-webhooks.ts';
import type { LastTests } from './last-tests.ts';
import type { RuleStatusMeanings } from './kind/rule-status.ts';
import type { SeenWebhooks } from './seen-webhooks.ts';
import type { ShownHeaders } from './secrets/shown-headers.ts';
import { testWebhook } from './test-webhook.ts';
import { readVariableModels } from './kind/variable-models.ts';

/** Cache key of the variable models. */
export const variableModelsKey = 'variable-models';

export interface WebhookParts {
  readonly client: TenantClient;
  readonly tenants: TenantDirectory;
  readonly cache: SnapshotCache;
  readonly secrets: WebhookSecrets;
  readonly meanings: RuleStatusMeanings;
  readonly noteSeen: SeenWebhooks;
  readonly lastTests: LastTests;
  readonly shownHeaders: ShownHeaders;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock, for durations. */
  readonly clock: () => number;
}

export function createWebhookHandlers(parts: WebhookParts): HandlersOf<'webhooks'> {
  const { client, tenants, cache, secrets, meanings } = parts;
  return {
    'webhooks.list': ({ tenantId, freshness }, call) =>
      countingSkipped(
        async () => {
          const tenant = tenants.get(tenantId);
          const hide = await secrets.hiderFor(tenantId);
          const { rows, skipped } = await readRuleList(client, tenantId, call);
          const describe = (rule: (typeof rows)[number]) =>
            describeRule(rule, meanings.activation(tenant, rule.status), hide);
          const webhooks = await mapInChunks(rows, describe);
          await parts.noteSeen(tenantId, webhooks);
          return { rows: webhooks, skipped };
        },
        (fetch) =>
          readThrough(cache, {
            tenantId,
            key: webhooksKey,
            freshness,
            schema: z.array(webhookSchema),
            fetch,
          }),
      ),
    'webhooks.test': async (request, call) => {
      const result = await testWebhook(parts, request, call);
      const { tenantId, targetId } = request;
      // A draft that never becomes a webhook doesn't belong in a list.
      if (!isNewTarget(targetId))
        parts.lastTests.note(tenantId, targetId, { ...result, testedAt: parts.now() });
      return result;
    },
    'webhooks.lastTests': async ({ tenantId }) => parts.lastTests.list(tenantId),
    'webhooks.revealAddress': async ({ tenantId, url }) =>
      (await secrets.reveal(tenantId, { url, headers: '' })).url,
    'webhooks.shownHeaders': async ({ tenantId, headers }) => {
      const names = parts.shownHeaders.names(tenantId);
      return { names: [...names], values: [...secrets.shown(tenantId, headers, names)] };
    },
    'webhooks.showHeader': async ({ tenantId, name, isShown }) =>
      parts.shownHeaders.set(tenantId, name, isShown),
    'webhooks.models': ({ tenantId, freshness }, call) =>
      readThrough(cache, {
        tenantId,
        key: variableModelsKey,
        freshness,
        schema: z.array(variableModelSchema),
        fetch: () => readVariableModels(client, tenantId, call),
      }),
  };
}
