import type { WebhookState } from '../../../contract/webhooks/webhooks.ts';
import type { PlanRisk } from '../../../contract/changes/changes.ts';
import type { SendMode } from '../../../contract/changes/send-modes.ts';
import type { Change, ChangeDescription, Step } from '../../changes/kind/change-kind.ts';
import type { LiveWebhook } from './live-webhooks.ts';
import { credentialsIn } from '../secrets/marked-credentials.ts';
import { formatNumber } from '../../../languages/text/intl.ts';
import { assumed, isSwitch, problemsOfWebhook } from './webhook-parts.ts';

const readBack: Step = { method: 'GET', path: '/rules', words: 'Read the webhooks back' };
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

/** Says a change of a webhook in words. `present`: all webhooks of the tenant; `limit`: how many it holds, where it has no room left. */
export function describeWebhookChange(
  { targetId, before, after, sendMode }: Change<WebhookState>,
  present: readonly LiveWebhook[],
  limit?: number,
): ChangeDescription {
  if (before === null) {
    if (after === null) return nothing;
    return {
      ...describeCreate(after, present),
      ...(limit === undefined ? {} : { risks: [noRoom(after, limit, 'Delete a webhook first.')] }),
      typeName: after.eventType,
    };
  }
  const words =
    after === null
      ? describeDelete(targetId, before)
      : isSwitch(before, after)
        ? describeSwitch(targetId, before, after, present)
        : describeReplacement({ targetId, before, after }, sendMode, limit);
  return { ...words, typeName: before.eventType };
}

/** Where a creation is the first request, nothing has changed when the tenant rejects it. */
function noRoom({ name }: WebhookState, limit: number, way: string): PlanRisk {
  const full = `The tenant has ${formatNumber(limit)} webhooks, the most it holds, and will reject a new one.`;
  return { words: `${full} ${way}`, although: `the tenant has no room for “${name}”` };
}

const nothing: ChangeDescription = { warnings: [], steps: [] };

function describeCreate(after: WebhookState, present: readonly LiveWebhook[]): ChangeDescription {
  const isDouble = present.some(({ state }) => state.name.trim() === after.name.trim());
  return {
    summary: callOf(after),
    warnings: [
      ...(isDouble ? [`There is a webhook named “${after.name}” already. This adds another.`] : []),
      ...addressWarnings(after),
    ],
    steps: [create(after.name), { ...readBack, words: 'Read the webhooks and find the new one' }],
  };
}

function describeDelete(targetId: string, before: WebhookState): ChangeDescription {
  const canComeBack = problemsOfWebhook(before).length === 0;
  return {
    summary: callOf(before),
    warnings: canComeBack
      ? [
          'An undo creates the webhook anew: with a new identifier, and you as its creator.',
          ...unreadableWarnings(before, { undo: true }),
        ]
      : [],
    steps: [
      remove(targetId, before.name),
      { ...readBack, words: 'Read the webhooks and see that it is gone' },
    ],
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
      readBack,
    ],
    ...(before.enabled === null
      ? { irreversible: 'Whether the webhook was enabled before is not known.' }
      : {}),
  };
}

function unreadableStatus(status: number | null): string {
  return status === null
    ? 'The tenant does not show whether the webhook is enabled.'
    : `What status ${status} means on this tenant is not known yet.`;
}

interface Replaced {
  readonly targetId: string;
  readonly before: WebhookState;
  readonly after: WebhookState;
}

/** A choice of the order is offered where the tenant has no room for both webhooks, and kept where it was made. */
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
      `The tenant cannot edit a webhook: ${sequence}. Its identifier changes.`,
      ...unreadableWarnings(before, { after, undo: canComeBack }),
      ...addressWarnings(after),
    ],
  };
  if (sendMode === 'delete-first') return { ...common, ...deletingFirst(replaced), sendMode };
  const way = `A replacement creates the new one before it deletes the old one. Delete a webhook you no longer need, or choose below to delete “${before.name}” first.`;
  return {
    ...common,
    steps: stepsCreatingFirst(replaced),
    ...(limit === undefined ? {} : { risks: [noRoom(before, limit, way)], sendMode: 'create-first' }),
  };
}

function stepsCreatingFirst({ targetId, before, after }: Replaced): Step[] {
  return [
    { ...create(after.name), words: `Create the webhook “${after.name}” as it shall be` },
    { ...readBack, words: 'Read the webhooks and find the new one' },
    {
      ...remove(targetId, before.name),
      words: `Delete the old webhook “${before.name}”; if the tenant refuses that, delete the new one again`,
    },
    readBack,
  ];
}

function deletingFirst({ targetId, before, after }: Replaced): Pick<ChangeDescription, 'risks' | 'steps'> {
  return {
    risks: [
      {
        words: `“${before.name}” is deleted before its replacement is created. Events in between are not delivered, and if the tenant rejects the new webhook there is none until you finish or roll back the change.`,
        although: `“${before.name}” is missing until its replacement is created`,
      },
    ],
    steps: [
      { ...remove(targetId, before.name), words: `Delete the old webhook “${before.name}”` },
      { ...readBack, words: 'Read the webhooks and see that it is gone' },
      create(after.name),
      { ...readBack, words: 'Read the webhooks and find the new one' },
    ],
  };
}

/** What the tenant does not show of a webhook, and what a new one in its place gets instead: the replacement `after`, and what an undo creates. */
function unreadableWarnings(
  before: WebhookState,
  { after, undo }: { readonly after?: WebhookState; readonly undo: boolean },
): string[] {
  const riskLevel = [
    ...(after?.riskLevel === ''
      ? [`The new webhook gets ${assumed.riskLevel} unless you choose another.`]
      : []),
    ...(undo ? [`An undo would set it to ${assumed.riskLevel}.`] : []),
  ];
  const enabled = [
    ...(after?.enabled === null ? ['The new one is enabled unless you disable it.'] : []),
    ...(undo ? ['An undo would enable it.'] : []),
  ];
  const warning = (fact: string, consequences: readonly string[]): string[] =>
    consequences.length === 0 ? [] : [[fact, ...consequences].join(' ')];
  return [
    ...(before.riskLevel === '' ? warning('The tenant does not tell the risk level.', riskLevel) : []),
    ...(before.enabled === null ? warning('Whether the webhook is enabled is not known.', enabled) : []),
  ];
}

const cannotBeCreated = 'The webhook as it was cannot be created again through the tenant’s interface.';

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
      ? ['The address is not encrypted (http): payloads and headers can be read on the way.']
      : []),
    ...(username + password === ''
      ? []
      : [
          'The address holds a user name or password, which servers and proxies on the way write down. Use a header instead.',
        ]),
    ...(requestBody.trim() === '' ? ['The payload template is empty.'] : []),
  ];
}
