import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { isTenantWide } from '../../../contract/errors/errors.ts';
import type { ChangeContext } from '../../changes/kind/change-context.ts';
import { lookUntil } from '../../changes/kind/poll-until.ts';
import { failure } from '../../platform/errors/failure.ts';
import { deleteRule } from '../../tenants/endpoints/rule-requests.ts';
import { createReplacement } from './create-replacement.ts';
import type { LiveWebhook } from './live-webhooks.ts';
import { definitionOf, findWebhook } from './live-webhooks.ts';
import type { LimitedParts } from './rule-limits.ts';
import { differenceOf, isExactly } from './webhook-parts.ts';
import type { WebhookOutcome, WebhookUpdate } from './webhook-records.ts';

/**
 * The first half of a replacement in a tenant whose limit doesn't allow both: deletes the old webhook, verifies that it is gone,
 * and creates the new one. Everything that can fail locally fails before the deletion. The deletion is recorded on
 * disk before the creation is sent, so that an interrupted change is resumed or rolled back, and never forgotten.
 */
export async function createAfterDeleting(
  parts: LimitedParts,
  update: WebhookUpdate,
  old: LiveWebhook | undefined,
  context: ChangeContext,
): ReturnType<typeof createReplacement> {
  const { targetId, before, after } = update;
  const definition = await definitionOf(parts, after, context, {
    base: before,
    present: old?.state ?? before,
  });
  if (old !== undefined) await deleteOld(parts, update, old, context);
  else if (context.found === undefined) throw notThere(update, context);
  const deleted: WebhookOutcome = { targetId, isDeleted: true };
  await context.note?.(deleted);
  const fate = `The old webhook “${before.name}” is deleted.`;
  return await orSayDeleted(update, () => createReplacement(parts, update, { definition, fate }, context));
}

/** Deletes the old webhook and verifies that it is gone. Throws what the tenant answered, `plan-outdated` and `verification-failed`. */
async function deleteOld(
  parts: LimitedParts,
  { targetId, before }: WebhookUpdate,
  old: LiveWebhook,
  context: ChangeContext,
): Promise<void> {
  const { tenant, call } = context;
  if (!isExactly(before, old.state)) {
    throw failure(
      'plan-outdated',
      `The webhook “${old.state.name}” changed in the meantime (${differenceOf(before, old.state)}), so it wasn’t deleted.`,
    );
  }
  await deleteRule(parts.client, { tenantId: tenant.id, id: targetId, name: before.name }, call);
  const left = await lookUntil(
    context,
    () => findWebhook(parts, targetId, context),
    (webhook) => webhook === undefined,
  );
  if (left === undefined) return;
  throw failure(
    'verification-failed',
    `${tenant.name} accepted the deletion of “${before.name}”, but still lists it, so the new webhook wasn’t created.`,
  );
}

/** A rejected creation is more serious once the old webhook is deleted. Errors of the whole tenant are thrown unchanged. */
async function orSayDeleted<Result>(
  { before }: WebhookUpdate,
  create: () => Promise<Result>,
): Promise<Result> {
  try {
    return await create();
  } catch (thrown) {
    const { code, message, detail } = toDeskError(thrown);
    if (isTenantWide(code) || code === 'verification-failed' || code === 'outcome-unknown') throw thrown;
    throw failure('verification-failed', `The replacement of “${before.name}” wasn’t created: ${message}`, {
      ...(detail === undefined ? {} : { detail }),
      cause: thrown,
    });
  }
}

export function notThere({ before }: WebhookUpdate, { tenant }: ChangeContext): DeskFailure {
  return failure(
    'not-found',
    `The webhook “${before.name}” is no longer in ${tenant.name}. Nothing was sent.`,
  );
}
