import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { Webhook, WebhookState } from '../../../contract/webhooks/webhooks.ts';
import { webhookStateOf } from '../../../contract/webhooks/webhooks.ts';
import type { ChangeContext } from '../../changes/kind/change-context.ts';
import { mapInChunks } from '../../platform/timing/yielder.ts';
import type { TenantClient } from '../../tenants/client/tenant-client.ts';
import { describeRule, readRules } from '../../tenants/endpoints/rule-record.ts';
import { markerOf, withMarker } from '../../tenants/endpoints/creation-marker.ts';
import type { CreationProof } from './find-created.ts';
import type { WebhookSecrets } from '../secrets/webhook-secrets.ts';
import type { Guarded } from '../secrets/marked-credentials.ts';
import type { OfflineWebhooks } from './offline-webhooks.ts';
import type { RuleStatusMeanings } from './rule-status.ts';
import { withAssumed } from './webhook-parts.ts';

/** What the changes of webhooks are made from. */
export interface WebhookChangeParts {
  readonly client: TenantClient;
  readonly secrets: WebhookSecrets;
  readonly meanings: RuleStatusMeanings;
  readonly offline: OfflineWebhooks;
}

/** The tenant's webhook, credentials hidden. */
export interface LiveWebhook {
  readonly id: string;
  readonly state: WebhookState;
  readonly seen: Webhook;
  /** The marker of its creation; null for none. */
  readonly marker: string | null;
}

/** All webhooks of the tenant; one request for everyone who asks before the next `forget`, in this item and in waiting ones. */
export function readWebhooks(
  { client, secrets, meanings, offline }: WebhookChangeParts,
  { tenant, call, reads }: ChangeContext,
): Promise<readonly LiveWebhook[]> {
  return reads.batched('webhooks', async () => {
    const [hide, rules] = [await secrets.hiderFor(tenant.id), await readRules(client, tenant.id, call)];
    const webhooks = await mapInChunks(rules, (rule) => {
      const seen = describeRule(rule, meanings.activation(tenant, rule.status), hide);
      return { id: seen.id, state: webhookStateOf(seen), seen, marker: rule.marker };
    });
    offline.noteRead(
      tenant.id,
      webhooks.map(({ seen }) => seen),
    );
    return webhooks;
  });
}

export async function findWebhook(
  parts: WebhookChangeParts,
  id: string,
  context: ChangeContext,
): Promise<LiveWebhook | undefined> {
  return indexOf(await readWebhooks(parts, context)).byId.get(id);
}

/** Those with the same name as this one. */
export async function readSameName(
  parts: WebhookChangeParts,
  { name }: WebhookState,
  context: ChangeContext,
): Promise<readonly LiveWebhook[]> {
  return indexOf(await readWebhooks(parts, context)).byName.get(name.trim()) ?? [];
}

/** Those with its name that no other change of the plan has made: candidates for this change's webhook. */
export async function readCandidates(
  parts: WebhookChangeParts,
  wanted: WebhookState,
  context: ChangeContext,
): Promise<readonly LiveWebhook[]> {
  const sameName = await readSameName(parts, wanted, context);
  return sameName.filter(({ id }) => context.isOfAnother?.(id) !== true);
}

/** How the creation of a change is recognized; undefined outside of a plan. */
export async function proofOf(
  parts: WebhookChangeParts,
  context: ChangeContext,
): Promise<CreationProof | undefined> {
  const { attemptId, isAccepted } = context;
  if (attemptId === undefined) return undefined;
  const { keepsMarkers } = indexOf(await readWebhooks(parts, context));
  return { marker: markerOf(attemptId), isAccepted: isAccepted === true, keepsMarkers };
}

interface Index {
  readonly byId: ReadonlyMap<string, LiveWebhook>;
  /** Without the whitespace around a name. */
  readonly byName: ReadonlyMap<string, readonly LiveWebhook[]>;
  /** The tenant shows the markers of some. */
  readonly keepsMarkers: boolean;
}

/** Cached for lists that serve many changes. */
const indexes = new WeakMap<readonly LiveWebhook[], Index>();

function indexOf(webhooks: readonly LiveWebhook[]): Index {
  const known = indexes.get(webhooks);
  if (known !== undefined) return known;
  const index = {
    byId: new Map(webhooks.map((webhook) => [webhook.id, webhook])),
    byName: Map.groupBy(webhooks, ({ state }) => state.name.trim()),
    keepsMarkers: webhooks.some(({ marker }) => marker !== null),
  };
  indexes.set(webhooks, index);
  return index;
}

/**
 * Runs a request with credentials in clear text. A tenant may quote them in an error: they are removed before it is
 * thrown, because errors are shown and stored.
 */
export async function withoutQuotes<Result>(
  { secrets }: Pick<WebhookChangeParts, 'secrets'>,
  tenantId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof DeskFailure)) throw thrown;
    const { message, detail, ...error } = thrown.error;
    const plain = (text: string): string => secrets.withoutCredentials(tenantId, text);
    // Without its cause, which would log the same text.
    throw new DeskFailure({
      ...error,
      message: plain(message),
      ...(detail === undefined ? {} : { detail: plain(detail) }),
    });
  }
}

/** A webhook when its change began, and the tenant's current one: both hidden. */
export interface ChangedFrom {
  readonly base: Guarded;
  readonly present: Guarded;
}

/**
 * The request that creates this webhook, with headers and URL in clear text and with defaults. Throws `invalid-input` for
 * an unknown hidden value, unless it equals the one of `base`: then the tenant has it.
 */
export async function definitionOf(
  { secrets }: Pick<WebhookChangeParts, 'secrets'>,
  state: WebhookState,
  { tenant, attemptId }: ChangeContext,
  from?: ChangedFrom,
) {
  const unchanged =
    from === undefined
      ? undefined
      : { base: from.base, present: await secrets.reveal(tenant.id, from.present) };
  const revealed = await secrets.reveal(tenant.id, state, unchanged === undefined ? {} : { unchanged });
  const definition = { ...withAssumed(state), ...revealed };
  return attemptId === undefined
    ? definition
    : { ...definition, description: withMarker(definition.description, markerOf(attemptId)) };
}
