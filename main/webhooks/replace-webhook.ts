import { toDeskError } from '../../contract/desk-failure.ts';
import { isRefusal } from '../../contract/errors.ts';
import type { ChangeContext, Observation } from '../changes/kind/change-kind.ts';
import { failure } from '../platform/failure.ts';
import { createRule, deleteRule } from '../tenants/endpoints/rule-requests.ts';
import type { Search } from './find-created.ts';
import { arrivalsOf, findCreated } from './find-created.ts';
import type { LiveWebhook, WebhookChangeParts } from './live-webhooks.ts';
import { definitionOf, findWebhook, proofOf, readCandidates, readWebhooks } from './live-webhooks.ts';
import type { LimitedParts } from './rule-limits.ts';
import type { WebhookOutcome, WebhookUpdate } from './webhook-records.ts';
import { outcomeOf } from './webhook-records.ts';
import { inEffect } from './told-webhook.ts';
import { differenceOf, isExactly } from './webhook-parts.ts';

/**
 * The platform cannot edit a rule. Replacing creates the new one, finds it by comparing the rules before and
 * after, and only then deletes the old one: at no moment is an event without a webhook. Where it is not known
 * whether the old one goes, both stay, and the failure is thrown: to look again costs nothing, a lost webhook does.
 */
export async function applyReplacement(
  parts: LimitedParts,
  update: WebhookUpdate,
  context: ChangeContext,
): Promise<WebhookOutcome> {
  const found = await look(parts, update, context);
  const { created, old } =
    found.search.result === 'none'
      ? await createNew(parts, update, found.old, context)
      : { created: expectFound(found.search), old: found.old };
  await context.note?.({ ...outcomeOf(created), ...(old === undefined ? {} : { oldId: old.id }) });
  if (!isExactly(update.after, created.state)) {
    throw failure(
      'verification-failed',
      `The new webhook “${created.state.name}” differs from what was sent (${differenceOf(update.after, created.state)}), so the old one was not deleted. It stands beside the new one.`,
    );
  }
  if (old === undefined) return outcomeOf(created);
  if (!isExactly(update.before, old.state)) {
    throw failure(
      'verification-failed',
      `The old webhook “${old.state.name}” changed meanwhile (${differenceOf(update.before, old.state)}), so it was not deleted. It stands beside the new one.`,
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
  const created = outcome === undefined ? undefined : await findWebhook(parts, outcome.targetId, context);
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
    const what = `The new webhook is there, but these differ: ${differenceOf(after, created.state)}.`;
    return { state: 'different', what, outcome };
  }
  if (old === undefined) return inEffect({ before, after }, created, outcome);
  if (!isExactly(before, old.state)) {
    const what = `The new webhook is there. The old one changed meanwhile (${differenceOf(before, old.state)}) and was not deleted.`;
    return { state: 'different', what, outcome };
  }
  return { state: 'partial', outcome, what: 'The new webhook is there, and the old one still is, too.' };
}

function observeOld({ before }: WebhookUpdate, old: LiveWebhook | undefined): Observation<WebhookOutcome> {
  if (old === undefined) return { state: 'different', what: 'Neither the old nor the new webhook is there.' };
  if (isExactly(before, old.state)) return { state: 'as-before' };
  return { state: 'different', what: `These changed in the tenant: ${differenceOf(before, old.state)}.` };
}

interface Look {
  readonly search: Search<LiveWebhook>;
  readonly old: LiveWebhook | undefined;
}

async function look(
  parts: WebhookChangeParts,
  { targetId, after, notes }: WebhookUpdate,
  context: ChangeContext,
): Promise<Look> {
  return {
    search: findCreated(
      after,
      await readCandidates(parts, after, context),
      notes.existingIds,
      await proofOf(parts, context),
    ),
    old: await findWebhook(parts, targetId, context),
  };
}

/** Creates the new webhook and finds it; `old` is as in the same read. Throws `verification-failed` unless it is exactly as sent. */
async function createNew(
  parts: LimitedParts,
  update: WebhookUpdate,
  old: LiveWebhook | undefined,
  context: ChangeContext,
): Promise<{ readonly created: LiveWebhook; readonly old: LiveWebhook | undefined }> {
  const { tenant, call, reads, pauses } = context;
  if (old === undefined) {
    throw failure(
      'not-found',
      `The webhook “${update.before.name}” is no longer in ${tenant.name}. Nothing was sent.`,
    );
  }
  const from = { base: update.before, present: old.state };
  const definition = await definitionOf(parts, update.after, context, from);
  const count = async (): Promise<number> => (await readWebhooks(parts, context)).length;
  await parts.limits.watch(tenant.id, count, () =>
    createRule(parts.client, { tenantId: tenant.id, definition }, call),
  );
  for (const pause of [undefined, ...pauses]) {
    await pause?.();
    reads.forget();
    const found = await lookAfterAcceptance(parts, update, { ...context, isAccepted: true });
    if (found.search.result !== 'none') return { created: expectFound(found.search), old: found.old };
  }
  throw failure(
    'verification-failed',
    `${tenant.name} accepted the new webhook “${update.after.name}”, but does not list it. The old one is untouched.`,
  );
}

/** A refused read must not pass for a refusal of what was accepted before it. Throws `outcome-unknown`. */
async function lookAfterAcceptance(
  parts: WebhookChangeParts,
  update: WebhookUpdate,
  context: ChangeContext,
): Promise<Look> {
  try {
    return await look(parts, update, context);
  } catch (error) {
    throw failure(
      'outcome-unknown',
      `${context.tenant.name} accepted the new webhook “${update.after.name}”, but its list could not be read. The old one is untouched.`,
      { detail: toDeskError(error).message, cause: error },
    );
  }
}

function expectFound(search: Exclude<Search<LiveWebhook>, { result: 'none' }>): LiveWebhook {
  if (search.result === 'found') return search.webhook;
  throw failure('verification-failed', `${search.what} The old webhook is untouched.`);
}

/**
 * Deletes the old webhook. Only after a definite refusal, with the old one still there, is the new one taken back, and
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
    if (!isRefusal(toDeskError(error).code)) throw error;
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
