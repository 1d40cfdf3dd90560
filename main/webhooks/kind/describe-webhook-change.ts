import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import type { PlanRisk } from '../../../contract/changes/changes.ts';
import type { SendMode } from '../../../contract/changes/send-modes.ts';
import type { Change, ChangeDescription, Step } from '../../changes/kind/change-kind.ts';
import type { LiveWebhook } from './live-webhooks.ts';
import { credentialsIn } from '../secrets/marked-credentials.ts';
import { assumed, isSwitch, problemsOfWebhook } from './webhook-parts.ts';
import { formatNumber } from '../../../languages/text/intl.ts';

const verifyStep: Step = { method: 'GET', path: '/rules', words: 'Verify the webhooks' };
const create = (name: string): Step => ({
  method: 'POST',
  path: '/rules/webhook',
  words: `Create the webhook “${name}”`,
});
const remove = (id: string, name: string): Step => ({
  method: 'DELETE',
  path: `/rules/${id}`,
  words: `Delete the webhook “${name}”`,
});

/** Describes a change of a webhook. `present`: all webhooks of the tenant; `limit`: its maximum, if that is reached. */
export function describeWebhookChange(
  { targetId, before, after, sendMode }: Change<WebhookState>,
  present: readonly LiveWebhook[],
  limit?: number,
): ChangeDescription {
  if (before === null) {
    if (after === null) return nothing;
    return {
      ...describeCreate(after, present),
      ...(limit === undefined ? {} : { risks: [limitRisk(after, limit, 'Delete a webhook first.')] }),
      typeName: after.eventType,
    };
  }
  const description =
    after === null
      ? describeDelete(targetId, before)
      : isSwitch(before, after)
        ? describeSwitch(targetId, before, after, present)
        : describeReplacement({ targetId, before, after }, sendMode, limit);
  return { ...description, typeName: before.eventType };
}

/** When a creation is the first request, nothing has changed if the tenant rejects it. */
function limitRisk({ name }: WebhookState, limit: number, way: string): PlanRisk {
  const full = `The tenant has ${formatNumber(limit)} webhooks, its maximum, and will reject a new one.`;
  return { words: `${full} ${way}`, although: `the tenant can’t store “${name}”` };
}

const nothing: ChangeDescription = { warnings: [], steps: [] };

function describeCreate(after: WebhookState, present: readonly LiveWebhook[]): ChangeDescription {
  const isDouble = present.some(({ state }) => state.name.trim() === after.name.trim());
  return {
    summary: callOf(after),
    warnings: [
      ...(isDouble ? [`A webhook named “${after.name}” already exists. This adds another.`] : []),
      ...addressWarnings(after),
    ],
    steps: [create(after.name), { ...verifyStep, words: 'Find the new webhook' }],
  };
}

function describeDelete(targetId: string, before: WebhookState): ChangeDescription {
  const canComeBack = problemsOfWebhook(before).length === 0;
  return {
    summary: callOf(before),
    warnings: canComeBack
      ? [
          'Undo creates the webhook again, with a new ID and you as its creator.',
          ...unreadableWarnings(before, { undo: true }),
        ]
      : [],
    steps: [remove(targetId, before.name), { ...verifyStep, words: 'Verify that the webhook is gone' }],
    ...(canComeBack ? {} : { irreversible: cannotBeCreated }),
  };
}

function describeSwitch(
  targetId: string,
  before: WebhookState,
  after: WebhookState,
  present: readonly LiveWebhook[],
): ChangeDescription {
  const verb = after.enabled === true ? 'Enable' : 'Disable';
  const status = present.find(({ id }) => id === targetId)?.seen.status ?? null;
  return {
    title: `${verb} webhook`,
    summary: after.enabled === true ? 'enabled' : 'disabled',
    warnings: before.enabled === null ? [unreadableStatus(status)] : [],
    steps: [
      { method: 'POST', path: `/rules/${targetId}/status`, words: `${verb} the webhook “${before.name}”` },
      verifyStep,
    ],
    ...(before.enabled === null
      ? { irreversible: 'It isn’t known whether the webhook was enabled before.' }
      : {}),
  };
}

function unreadableStatus(status: number | null): string {
  return status === null
    ? 'The tenant doesn’t show whether the webhook is enabled.'
    : `The meaning of status ${status} on this tenant isn’t known yet.`;
}

interface Replaced {
  readonly targetId: string;
  readonly before: WebhookState;
  readonly after: WebhookState;
}

/** The order can be chosen if the tenant's limit doesn't allow both webhooks, and is shown once chosen. */
function describeReplacement(
  replaced: Replaced,
  sendMode: SendMode | undefined,
  limit: number | undefined,
): ChangeDescription {
  const { before, after } = replaced;
  const canComeBack = problemsOfWebhook(before).length === 0;
  const sequence =
    sendMode === 'delete-first'
      ? 'the old one is deleted, then a new one is created'
      : 'a new one is created, then the old one is deleted';
  const common = {
    title: 'Replace webhook',
    ...(canComeBack ? {} : { irreversible: cannotBeCreated }),
    warnings: [
      `The tenant can’t edit webhooks: ${sequence}. The ID changes.`,
      ...unreadableWarnings(before, { after, undo: canComeBack }),
      ...addressWarnings(after),
    ],
  };
  if (sendMode === 'delete-first') return { ...common, ...deletingFirst(replaced), sendMode };
  const way = `Delete a webhook you no longer need, or choose below to delete “${before.name}” before creating the new one.`;
  return {
    ...common,
    steps: stepsCreatingFirst(replaced),
    ...(limit === undefined ? {} : { risks: [limitRisk(before, limit, way)], sendMode: 'create-first' }),
  };
}

function stepsCreatingFirst({ targetId, before, after }: Replaced): Step[] {
  return [
    { ...create(after.name), words: `Create the webhook “${after.name}” with the changes` },
    { ...verifyStep, words: 'Find the new webhook' },
    {
      ...remove(targetId, before.name),
      words: `Delete the old webhook “${before.name}”; if the tenant rejects that, delete the new one again`,
    },
    verifyStep,
  ];
}

function deletingFirst({ targetId, before, after }: Replaced): Pick<ChangeDescription, 'risks' | 'steps'> {
  return {
    risks: [
      {
        words: `“${before.name}” is deleted before its replacement is created. Events in between aren’t delivered. If the tenant rejects the new webhook, none exists until you resume or roll back the change.`,
        although: `“${before.name}” is missing until its replacement is created`,
      },
    ],
    steps: [
      { ...remove(targetId, before.name), words: `Delete the old webhook “${before.name}”` },
      { ...verifyStep, words: 'Verify that the webhook is gone' },
      create(after.name),
      { ...verifyStep, words: 'Find the new webhook' },
    ],
  };
}

/** What the tenant doesn't show of a webhook, and the value that its replacement `after`, or an undo, gets instead. */
function unreadableWarnings(
  before: WebhookState,
  { after, undo }: { readonly after?: WebhookState; readonly undo: boolean },
): string[] {
  const riskLevel = [
    ...(after?.riskLevel === ''
      ? [`The new webhook gets ${assumed.riskLevel} unless you choose another.`]
      : []),
    ...(undo ? [`Undo would set it to ${assumed.riskLevel}.`] : []),
  ];
  const enabled = [
    ...(after?.enabled === null ? ['The new one is enabled unless you disable it.'] : []),
    ...(undo ? ['Undo would enable it.'] : []),
  ];
  const warning = (fact: string, consequences: readonly string[]): string[] =>
    consequences.length === 0 ? [] : [[fact, ...consequences].join(' ')];
  return [
    ...(before.riskLevel === '' ? warning('The tenant doesn’t return the risk level.', riskLevel) : []),
    ...(before.enabled === null ? warning('It isn’t known whether the webhook is enabled.', enabled) : []),
  ];
}

const cannotBeCreated = 'The previous webhook can’t be created again through the tenant’s API.';

/** `POST hooks.example · sends Authorization` */
function callOf({ method, url, headers }: WebhookState): string {
  const names = [...new Set(credentialsIn({ url, headers }).map(({ name }) => name))];
  const call = url === '' ? method : `${method} ${hostOf(url)}`;
  return names.length === 0 ? call : `${call} · sends ${names.join(', ')}`;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function addressWarnings({ url, requestBody }: WebhookState): string[] {
  if (!URL.canParse(url)) return [];
  const { protocol, hostname, username, password } = new URL(url);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return [
    ...(protocol === 'http:' && !isLocal
      ? ['The URL isn’t encrypted (http): payloads and headers can be read in transit.']
      : []),
    ...(username + password === ''
      ? []
      : ['The URL contains a username or password, which servers and proxies log. Use a header instead.']),
    ...(requestBody.trim() === '' ? ['The payload template is empty.'] : []),
  ];
}
