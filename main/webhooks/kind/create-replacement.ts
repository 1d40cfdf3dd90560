import { toDeskError } from '../../../contract/errors/desk-failure.ts';
import type { ChangeContext } from '../../changes/kind/change-context.ts';
import { lookUntil } from '../../changes/kind/poll-until.ts';
import { failure } from '../../platform/errors/failure.ts';
import { createRule } from '../../tenants/endpoints/rule-requests.ts';
import type { Search } from './find-created.ts';
import { findCreated } from './find-created.ts';
import type { LiveWebhook, WebhookChangeParts, definitionOf } from './live-webhooks.ts';
import { findWebhook, proofOf, readCandidates, readWebhooks } from './live-webhooks.ts';
import type { LimitedParts } from './rule-limits.ts';
import type { WebhookUpdate } from './webhook-records.ts';

/** Both webhooks of a replacement, as of one read. */
export interface Look {
  readonly search: Search<LiveWebhook>;
  readonly old: LiveWebhook | undefined;
}

/** A webhook that is created to replace another. */
export interface Replacement {
  /** With credentials in clear text. */
  readonly definition: Awaited<ReturnType<typeof definitionOf>>;
  /** A sentence about the old webhook, for every failure. */
  readonly fate: string;
}

export async function look(
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

/** Creates the new webhook and finds it; `old` is from the same read. Throws `verification-failed` and `outcome-unknown`. */
export async function createReplacement(
  parts: LimitedParts,
  update: WebhookUpdate,
  { definition, fate }: Replacement,
  context: ChangeContext,
): Promise<{ readonly created: LiveWebhook; readonly old: LiveWebhook | undefined }> {
  const { tenant, call } = context;
  const count = async (): Promise<number> => (await readWebhooks(parts, context)).length;
  await parts.limits.watch(tenant.id, count, () =>
    createRule(parts.client, { tenantId: tenant.id, definition }, call),
  );
  const { search, old } = await lookUntil(
    context,
    () => lookAfterAcceptance(parts, update, fate, { ...context, isAccepted: true }),
    (seen) => seen.search.result !== 'none',
  );
  if (search.result === 'none') {
    throw failure(
      'verification-failed',
      `${tenant.name} accepted the new webhook “${update.after.name}”, but doesn’t list it. ${fate}`,
    );
  }
  return { created: expectFound(search, fate), old };
}

/** A rejected read must not be mistaken for a rejection of what was accepted before it. Throws `outcome-unknown`. */
async function lookAfterAcceptance(
  parts: WebhookChangeParts,
  update: WebhookUpdate,
  fate: string,
  context: ChangeContext,
): Promise<Look> {
  try {
    return await look(parts, update, context);
  } catch (error) {
    throw failure(
      'outcome-unknown',
      `${context.tenant.name} accepted the new webhook “${update.after.name}”, but its list couldn’t be read. ${fate}`,
      { detail: toDeskError(error).message, cause: error },
    );
  }
}

/** Throws `verification-failed` when it can't be determined which webhook is the new one. */
export function expectFound(
  search: Exclude<Search<LiveWebhook>, { result: 'none' }>,
  fate: string,
): LiveWebhook {
  if (search.result === 'found') return search.webhook;
  throw failure('verification-failed', `${search.what} ${fate}`);
}
