import { previewPayload } from './preview-payload.ts';
import type { Edit } from '../../../contract/changes/changes.ts';
import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { webhookStateSchema } from '../../../contract/webhooks/webhooks.ts';
import type { Change, ChangeKind, Observation, Sides } from '../../changes/kind/change-kind.ts';
import type { ChangeContext } from '../../changes/kind/change-context.ts';
import { createRule, deleteRule } from '../../tenants/endpoints/rule-requests.ts';
import { comparedWebhooks } from './compared-webhooks.ts';
import { movedCredentials } from './foreign-credentials.ts';
import { describeWebhookChange } from './describe-webhook-change.ts';
import { arrivalsOf, findCreated } from './find-created.ts';
import type { LiveWebhook, WebhookChangeParts } from './live-webhooks.ts';
import {
  definitionOf,
  findWebhook,
  proofOf,
  readCandidates,
  readSameName,
  readWebhooks,
  withoutQuotes,
} from './live-webhooks.ts';
import { createRuleLimits, type LimitedParts } from './rule-limits.ts';
import { applyReplacement, observeReplacement } from './replace-webhook.ts';
import { retargetWebhook } from './retarget-webhook.ts';
import { sentCredentials } from './sent-credentials.ts';
import { applySwitch, observeSwitch } from './switch-webhook.ts';
import { inEffect } from './readable-webhook.ts';
import type { WebhookNotes, WebhookOutcome } from './webhook-records.ts';
import { outcomeOf, webhookNotesSchema, webhookOutcomeSchema } from './webhook-records.ts';
import {
  assumed,
  differenceOf,
  isExactly,
  isSwitch,
  problemsOfWebhook,
  webhookParts,
} from './webhook-parts.ts';

export const webhookKindName = 'webhook' as const;

type WebhookChange = Change<WebhookState, WebhookNotes>;

/** A rule of the tenant that calls a web service. Source: platform specification, "Analytics webhook endpoints". */
export function createWebhookKind(
  common: WebhookChangeParts,
): ChangeKind<WebhookState, WebhookNotes, WebhookOutcome> {
  const parts = { ...common, limits: createRuleLimits() };
  return {
    name: webhookKindName,
    version: 1,
    noun: { one: 'webhook', many: 'webhooks' },
    hasVersions: true,
    // A new webhook, even a replacement, is found by what was sent: only one with the same name could be confused with it.
    apart: { from: 32, lanesOf: (states) => states.map(({ name }) => `webhook named ${name.trim()}`) },
    state: webhookStateSchema,
    notes: webhookNotesSchema,
    outcome: webhookOutcomeSchema,
    parts: webhookParts,
    compared: comparedWebhooks(parts),
    nameOf: ({ name }) => name,
    draftTitle: ({ name }) => (name.trim() === '' ? 'New webhook' : name),
    problemsOf: problemsOfWebhook,
    prepare: (wanted, sides, context) => prepare(parts, wanted, sides, context),
    async redact(state, { tenant }) {
      const hide = await parts.secrets.hiderFor(tenant.id);
      return hide(state);
    },
    async redactDraft({ state, base }, { tenantId, targetId }) {
      const hide = await parts.secrets.hiderFor(tenantId);
      const redacted = hide(state, { id: targetId, name: state.name, isDraft: true });
      const began = base === null ? null : hide(base);
      await parts.secrets.storeTyped(tenantId, targetId, began === null ? [redacted] : [redacted, began]);
      return { state: redacted, base: began };
    },
    read: async (targetId, context) => (await findWebhook(parts, targetId, context))?.state,
    async describe(change, context) {
      const { before, after } = change;
      const present = await readWebhooks(parts, context);
      const limit = parts.limits.reachedBy(context.tenant, present.length);
      const description = describeWebhookChange(change, present, limit);
      const moved = after === null ? [] : await movedCredentials(parts.secrets, context.tenant.id, after);
      const isStopping = before !== null && after?.enabled === false && isSwitch(before, after);
      const sends = after === null || isStopping ? [] : sentCredentials([after], present);
      return { ...description, warnings: [...moved, ...description.warnings], sends };
    },

    preview: previewPayload,
    storeSecrets: (states, tenantId) => parts.secrets.keep(tenantId, states),

    async begin({ targetId, before, after, sendMode }, context) {
      const states = [before, after].filter((state) => state !== null);
      await parts.secrets.keep(context.tenant.id, states);
      const status = (await findWebhook(parts, targetId, context))?.seen.status;
      // A rule can't be renamed: no other can be confused with the new one, and the list may be long.
      const existing = after === null ? [] : await readSameName(parts, after, context);
      return {
        existingIds: existing.map(({ id }) => id),
        ...(status == null ? {} : { status }),
        ...(sendMode === 'delete-first' ? { deletesFirst: true } : {}),
      };
    },

    apply: (change, context) =>
      withoutQuotes(parts, context.tenant.id, () => applyChange(parts, change, context)),

    observe: (change, outcome, context) => observeChange(parts, change, outcome, context),
    inverse: inverseOf,
    disown: ({ existingIds, ...notes }, ids) => ({ ...notes, existingIds: [...existingIds, ...ids] }),

    rollback({ targetId, before, after }, { shown }) {
      if (before === null || after === null || !isSwitch(before, after)) return [];
      const base = { ...after, ...shown };
      return [
        { kind: webhookKindName, targetId, base, wanted: { ...before, enabled: after.enabled !== true } },
      ];
    },

    retarget: (change, context) => retargetWebhook(parts, change, context),
    cached: parts.offline.cached,
    remember: (_changes, tenantId) => parts.offline.keep(tenantId),
  };
}

/** Normalized, credentials hidden, with tenant values for unreadable ones. Throws `invalid-input` for an unknown hidden value. */
async function prepare(
  parts: WebhookChangeParts,
  wanted: WebhookState,
  { base, live }: Sides<WebhookState>,
  context: ChangeContext,
): Promise<WebhookState> {
  const hide = await parts.secrets.hiderFor(context.tenant.id);
  const from = base === null || live === undefined ? undefined : { base, present: live };
  const { url, headers } = await definitionOf(parts, wanted, context, from);
  return {
    ...wanted,
    ...hide({ url: url.trim(), headers }),
    name: wanted.name.trim(),
    method: wanted.method.trim().toUpperCase(),
    contentType: wanted.contentType.trim(),
    enabled: wanted.enabled ?? (live === undefined ? assumed.enabled : live.enabled),
    riskLevel: wanted.riskLevel || (live === undefined ? assumed.riskLevel : live.riskLevel),
  };
}

async function applyChange(
  parts: LimitedParts,
  change: WebhookChange,
  context: ChangeContext,
): Promise<WebhookOutcome | undefined> {
  const { targetId, before, after, notes } = change;
  if (after === null) return await applyDelete(parts, change, context);
  if (before === null) return await applyCreate(parts, after, context);
  const update = { targetId, before, after, notes };
  return isSwitch(before, after)
    ? await applySwitch(parts, update, context)
    : await applyReplacement(parts, update, context);
}

async function observeChange(
  parts: WebhookChangeParts,
  change: WebhookChange,
  outcome: WebhookOutcome | undefined,
  context: ChangeContext,
): Promise<Observation<WebhookOutcome>> {
  const { targetId, before, after, notes } = change;
  if (after === null) return await observeDelete(parts, change, context);
  if (before === null) return await observeCreate(parts, { after, notes }, outcome, context);
  const update = { targetId, before, after, notes };
  return isSwitch(before, after)
    ? await observeSwitch(parts, update, outcome, context)
    : await observeReplacement(parts, update, outcome, context);
}

function inverseOf(
  { before, after }: WebhookChange,
  { targetId, oldId, shown, isDeleted }: WebhookOutcome,
): readonly Edit[] {
  const kind = webhookKindName;
  if (after === null || isDeleted === true) return [{ kind, targetId: null, base: null, wanted: before }];
  const base = { ...after, ...shown };
  if (before === null || oldId !== undefined) return [{ kind, targetId, base, wanted: null }];
  // Returning to an unknown state can't be promised.
  if (isSwitch(before, after) && before.enabled === null) return [];
  return [{ kind, targetId, base, wanted: before }];
}

async function applyCreate(
  parts: LimitedParts,
  after: WebhookState,
  context: ChangeContext,
): Promise<undefined> {
  const definition = await definitionOf(parts, after, context);
  const { tenant, call } = context;
  const count = async (): Promise<number> => (await readWebhooks(parts, context)).length;
  await parts.limits.watch(tenant.id, count, () =>
    createRule(parts.client, { tenantId: tenant.id, definition }, call),
  );
  // The answer doesn't contain the new rule: the list does.
  return undefined;
}

async function observeCreate(
  parts: WebhookChangeParts,
  { after, notes }: { readonly after: WebhookState; readonly notes: WebhookNotes },
  outcome: WebhookOutcome | undefined,
  context: ChangeContext,
): Promise<Observation<WebhookOutcome>> {
  if (outcome !== undefined) {
    const created = await findWebhook(parts, outcome.targetId, context);
    if (created === undefined) return { state: 'as-before' };
    return observeCreated(after, created);
  }
  const proof = await proofOf(parts, context);
  const search = findCreated(after, await readCandidates(parts, after, context), notes.existingIds, proof);
  switch (search.result) {
    case 'found':
      return observeCreated(after, search.webhook);
    case 'unproven':
      return { state: 'unproven', arrivals: arrivalsOf(search.arrivals), what: search.what };
    case 'unclear':
      return { state: 'different', what: search.what };
    case 'none':
      return { state: 'as-before' };
  }
}

/** It is known to be ours. */
function observeCreated(after: WebhookState, created: LiveWebhook): Observation<WebhookOutcome> {
  if (isExactly(after, created.state)) return inEffect({ before: null, after }, created);
  const what = `The webhook exists, but these differ: ${differenceOf(after, created.state)}.`;
  return { state: 'different', what, outcome: outcomeOf(created) };
}

async function applyDelete(
  parts: WebhookChangeParts,
  { targetId, before }: WebhookChange,
  { tenant, call }: ChangeContext,
): Promise<WebhookOutcome> {
  const name = before?.name ?? targetId;
  await deleteRule(parts.client, { tenantId: tenant.id, id: targetId, name }, call);
  return { targetId: '' };
}

async function observeDelete(
  parts: WebhookChangeParts,
  { targetId, before }: WebhookChange,
  context: ChangeContext,
): Promise<Observation<WebhookOutcome>> {
  const webhook = await findWebhook(parts, targetId, context);
  if (webhook === undefined) return { state: 'in-effect', outcome: { targetId: '' } };
  if (before === null || isExactly(before, webhook.state)) return { state: 'as-before' };
  return {
    state: 'different',
    what: `These changed in the tenant: ${differenceOf(before, webhook.state)}.`,
  };
}
