import { z } from 'zod';
import type { WebhookDefinition } from '../../contract/webhooks.ts';
import type { ChangeContext } from '../changes/change-kind.ts';
import { failure } from '../platform/failure.ts';
import { sendDelete } from './delete-webhook.ts';
import type { Rule } from '../tenants/endpoints/rule-record.ts';
import { toWireDefinition } from '../tenants/endpoints/rule-record.ts';
import type { WebhookChangeParts } from './webhook-changes.ts';
import { differences, findCreated, freshRules } from './webhook-changes.ts';

/**
 * Creates the rule that takes the place of another, and finds it among the tenant's. Headers in full. Throws
 * `verification-failed` unless it is exactly as wanted: only then may the old one go.
 */
export async function createReplacement(
  parts: WebhookChangeParts,
  replacement: { readonly wanted: WebhookDefinition; readonly existingIds: readonly string[] },
  context: ChangeContext,
): Promise<Rule> {
  const { wanted, existingIds } = replacement;
  await parts.client.analytics(
    {
      tenantId: context.tenant.id,
      method: 'POST',
      path: '/rules/webhook',
      json: toWireDefinition(wanted),
      response: z.undefined(),
      purpose: `create the new webhook ${wanted.name}`,
    },
    context.call,
  );
  for (const pause of [undefined, ...context.pauses]) {
    await pause?.();
    context.reads.forget();
    const search = { rules: await freshRules(parts, context), existingIds };
    const created = findCreated(parts, wanted, search, context);
    if (created === undefined) continue;
    const fields = differences(parts, wanted, created, context);
    if (fields.length === 0) return created;
    await sendDelete(parts.client, { id: created.id, name: created.name }, context);
    throw failure(
      'verification-failed',
      `${context.tenant.name} made something else of the new webhook “${wanted.name}” (${fields.join(', ')}). It was deleted again; the old one is untouched.`,
    );
  }
  throw failure(
    'verification-failed',
    `${context.tenant.name} accepted the new webhook “${wanted.name}”, but does not list it. The old one is untouched.`,
  );
}

/** The old rule could not be deleted: unless it is gone all the same, the new one goes. Throws what was thrown. */
export async function takeBackReplacement(
  parts: WebhookChangeParts,
  { oldId, created }: { readonly oldId: string; readonly created: Rule },
  context: ChangeContext,
  thrown: unknown,
): Promise<void> {
  context.reads.forget();
  const rules = await freshRules(parts, context);
  if (!rules.some(({ id }) => id === oldId)) return;
  await sendDelete(parts.client, { id: created.id, name: created.name }, context);
  throw thrown;
}
