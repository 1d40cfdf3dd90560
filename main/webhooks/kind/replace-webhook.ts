import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import { isRejection } from '../../../contract/errors/errors.ts';
import type { Observation } from '../../changes/kind/change-kind.ts';
import type { ChangeContext } from '../../changes/kind/change-context.ts';
import { failure } from '../../platform/errors/failure.ts';
import { deleteRule } from '../../tenants/endpoints/rule-requests.ts';
import type { Look } from './create-replacement.ts';
import { createReplacement, expectFound, look } from './create-replacement.ts';
import { arrivalsOf } from './find-created.ts';
import type { LiveWebhook, WebhookChangeParts } from './live-webhooks.ts';
import { definitionOf, findWebhook } from './live-webhooks.ts';
import { createAfterDeleting, notThere } from './replace-deleting-first.ts';
import type { LimitedParts } from './rule-limits.ts';
import type { WebhookOutcome, WebhookUpdate } from './webhook-records.ts';
import { outcomeOf } from './webhook-records.ts';
import { inEffect } from './readable-webhook.ts';
import { differenceOf, isExactly } from './webhook-parts.ts';

/**
 * The platform can't edit a rule. Unless the user chose to delete first, replacing creates the new one, finds it by
 * comparing the rules before and after, and only then deletes the old one: there is always a webhook for events.
 * When it isn't known whether the old one is deleted, both stay, and the failure is thrown: checking again costs nothing,
 * a lost webhook does.
 */
export async function applyReplacement(
  parts: LimitedParts,
  update: WebhookUpdate,
  context: ChangeContext,
): Promise<WebhookOutcome> {
  const found = await look(parts, update, context);
  const { created, old } = await foundOrCreated(parts, update, found, context);
  await context.note?.({ ...outcomeOf(created), ...(old === undefined ? {} : { oldId: old.id }) });
  if (!isExactly(update.after, created.state)) {
    const fate =
      old === undefined ? 'The old one is deleted.' : 'The old one wasn’t deleted: both exist now.';
    throw failure(
      'verification-failed',
      `The new webhook “${created.state.name}” differs from what was sent (${differenceOf(update.after, created.state)}). ${fate}`,
    );
  }
  if (old === undefined) return outcomeOf(created);
  if (!isExactly(update.before, old.state)) {
    throw failure(
      'verification-failed',
      `The old webhook “${old.state.name}” changed in the meantime (${differenceOf(update.before, old.state)}), so it wasn’t deleted: both exist now.`,
    );
  }
  await deleteOld(parts, update, created, context);
  return outcomeOf(created);
}

export async function observeReplacement(
  parts: WebhookChangeParts,
  update: WebhookUpdate,
  outcome: WebhookOutcome | undefined,
  context: ChangeContext,
): Promise<Observation<WebhookOutcome>> {
  const { search, old } = await look(parts, update, context);
  const created =
    outcome === undefined || outcome.isDeleted === true
      ? undefined
      : await findWebhook(parts, outcome.targetId, context);
  if (created !== undefined) return observeBoth(update, created, old);
  switch (search.result) {
    case 'found':
      return observeBoth(update, search.webhook, old);
    case 'unproven':
      return { state: 'unproven', arrivals: arrivalsOf(search.arrivals), what: search.what };
    case 'unclear':
      return { state: 'different', what: search.what };
    case 'none':
      return observeOld(update, old);
  }
}

/** The new webhook is known to be ours. */
function observeBoth(
  { before, after }: WebhookUpdate,
  created: LiveWebhook,
  old: LiveWebhook | undefined,
): Observation<WebhookOutcome> {
  const outcome = { ...outcomeOf(created), ...(old === undefined ? {} : { oldId: old.id }) };
  if (!isExactly(after, created.state)) {
    const what = `The new webhook exists, but these differ: ${differenceOf(after, created.state)}.`;
    return { state: 'different', what, outcome };
  }
  if (old === undefined) return inEffect({ before, after }, created, outcome);
  if (!isExactly(before, old.state)) {
    const what = `The new webhook exists. The old one changed in the meantime (${differenceOf(before, old.state)}) and wasn’t deleted.`;
    return { state: 'different', what, outcome };
  }
  return { state: 'partial', outcome, what: 'Both the new and the old webhook exist.' };
}

function observeOld(
  { targetId, before, notes }: WebhookUpdate,
  old: LiveWebhook | undefined,
): Observation<WebhookOutcome> {
  if (old === undefined && notes.deletesFirst === true) {
    return {
      state: 'partial',
      outcome: { targetId, isDeleted: true },
      what: `The old webhook “${before.name}” is deleted and the new one isn’t created. Resume to create it, or roll back to restore the old one.`,
    };
  }
  if (old === undefined) return { state: 'different', what: 'Neither the old nor the new webhook exists.' };
  if (isExactly(before, old.state)) return { state: 'as-before' };
  return { state: 'different', what: `These changed in the tenant: ${differenceOf(before, old.state)}.` };
}

const unchanged = 'The old webhook is unchanged.';

type Both = Awaited<ReturnType<typeof createReplacement>>;

/** A webhook created by an earlier attempt isn't created again. */
async function foundOrCreated(
  parts: LimitedParts,
  update: WebhookUpdate,
  { search, old }: Look,
  context: ChangeContext,
): Promise<Both> {
  if (search.result !== 'none') {
    return { created: expectFound(search, old === undefined ? '' : unchanged), old };
  }
  return update.notes.deletesFirst === true
    ? await createAfterDeleting(parts, update, old, context)
    : await createNew(parts, update, old, context);
}

async function createNew(
  parts: LimitedParts,
  update: WebhookUpdate,
  old: LiveWebhook | undefined,
  context: ChangeContext,
): Promise<Both> {
  if (old === undefined) {
    throw notThere(update, context);
  }
  const from = { base: update.before, present: old.state };
  const definition = await definitionOf(parts, update.after, context, from);
  return await createReplacement(parts, update, { definition, fate: unchanged }, context);
}

/**
 * Deletes the old webhook. Only after a definite rejection, with the old one still there, is the new one deleted, and
 * only while it is exactly what was sent. Throws what the tenant answered; after an answer that proves nothing both stay.
 */
async function deleteOld(
  parts: WebhookChangeParts,
  update: WebhookUpdate,
  created: LiveWebhook,
  context: ChangeContext,
): Promise<void> {
  const { tenant, call, reads } = context;
  try {
    const { name } = update.before;
    await deleteRule(parts.client, { tenantId: tenant.id, id: update.targetId, name }, call);
  } catch (error) {
    if (!isRejection(toDeskError(error).code)) throw error;
    reads.forget();
    if ((await findWebhook(parts, update.targetId, context)) === undefined) return;
    const now = await findWebhook(parts, created.id, context);
    if (now !== undefined && isExactly(update.after, now.state)) {
      await deleteRule(parts.client, { tenantId: tenant.id, id: now.id, name: now.state.name }, call);
      await context.note?.(undefined);
    }
    throw error;
  }
}
