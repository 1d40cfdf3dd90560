import type { Webhook, WebhookState } from '../../../../contract/webhooks/webhooks.ts';
import { webhookStateOf } from '../../../../contract/webhooks/webhooks.ts';
import { isSameState } from '../../../drafts/same-state.ts';
import type { BulkField, BulkItem, BulkRules, BulkWay } from '../../../review/bulk/bulk-edit.ts';
import { commonValue, textChange } from '../../../review/bulk/bulk-edit.ts';
import { checkWebhook } from '../rule/webhook-state.ts';

export interface BulkWebhook extends BulkItem {
  readonly state: WebhookState;
}

export const bulkWebhookOf = (webhook: Webhook): BulkWebhook => ({
  id: webhook.id,
  name: webhook.name,
  state: webhookStateOf(webhook),
});

/** Members with a text; whether a webhook is enabled has its own buttons. */
export type BulkMember = Exclude<keyof WebhookState, 'enabled'>;
export type BulkValues = Record<BulkMember, string>;

export const noValues: BulkValues = {
  ...{ url: '', eventType: '', riskLevel: '', method: '', headers: '' },
  ...{ requestBody: '', description: '', contentType: '', name: '' },
};

const members: readonly (readonly [BulkMember, string, readonly [BulkWay, ...BulkWay[]]])[] = [
  ['url', 'URL', ['replace', 'set']],
  ['eventType', 'Event', ['set']],
  ['riskLevel', 'Minimum risk', ['set']],
  ['method', 'Method', ['set']],
  ['headers', 'Headers', ['append', 'replace', 'set', 'clear']],
  ['requestBody', 'Template', ['replace', 'set']],
  ['contentType', 'Content type', ['set', 'replace']],
  ['description', 'Description', ['set', 'append', 'replace', 'clear']],
  // The name identifies a webhook in lists.
  ['name', 'Name', ['replace', 'append']],
];

/** The fields of a webhook; `values` are those of the form. */
export function webhookBulkFields(values: BulkValues): readonly BulkField<BulkWebhook>[] {
  return members.map(([id, label, ways]) => ({
    ...{ id, label, hint: '', ways },
    unable: () => undefined,
    text: ({ state }) => state[id],
    begin: (webhooks) => {
      values[id] =
        commonValue(
          webhooks.map(({ state }) => state[id]),
          Object.is,
        ) ?? '';
    },
    changeOf: (edit) => {
      const change = id === 'headers' ? headersChange(edit.way, values[id]) : undefined;
      const changed = change ?? textChange(edit, values[id]);
      return (
        changed &&
        ((webhook) => ({ ...webhook, state: { ...webhook.state, [id]: changed(webhook.state[id]) } }))
      );
    },
  }));
}

/** Each header has its own line. */
function headersChange(way: BulkWay, lines: string): ((headers: string) => string) | undefined {
  if (way !== 'append' || lines.trim() === '') return undefined;
  return (headers) => (headers.trim() === '' ? lines : `${headers.replace(/\n+$/, '')}\n${lines}`);
}

export const webhookRules: BulkRules<BulkWebhook> = {
  isSame: (before, after) => isSameState(before.state, after.state),
  problems: (before, after) => {
    const found = problemsOf(after.state);
    const had = problemsOf(before.state);
    return Object.fromEntries(Object.entries(found).filter(([id, message]) => had[id] !== message));
  },
};

function problemsOf(state: WebhookState): Readonly<Record<string, string>> {
  const checked = checkWebhook(state);
  return checked.ok ? {} : { ...checked.errors };
}
