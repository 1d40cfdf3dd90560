import type { Webhook } from '../../../../contract/webhooks/webhooks.ts';
import type { FilterGroup } from '../../../lists/filter-index.ts';
import { hostOf } from '../rule/webhook-state.ts';

/** What the list says of a webhook besides what the tenant has of it. */
export type WebhookStatus = 'enabled' | 'disabled' | 'unknown' | 'failing' | 'draft';

const statusLabels: Readonly<Record<string, string>> = {
  enabled: 'Enabled',
  disabled: 'Disabled',
  unknown: 'State not known',
  failing: 'Failing',
  draft: 'Draft',
};

/** By what webhooks are narrowed; the identifiers are also the words of the search: `event:login`. */
export function webhookGroups(
  statusesOf: (webhook: Webhook) => readonly WebhookStatus[],
): readonly FilterGroup<Webhook>[] {
  return [
    {
      id: 'is',
      label: 'State',
      valuesOf: statusesOf,
      labelOf: (value) => statusLabels[value] ?? value,
    },
    {
      id: 'risk',
      label: 'Risk level',
      valuesOf: ({ riskLevel }) => (riskLevel === '' ? [] : [riskLevel]),
      labelOf: (level) => `${level} risk`,
    },
    { id: 'event', label: 'Event type', valuesOf: ({ eventType }) => (eventType === '' ? [] : [eventType]) },
  ];
}

/** What a person may know a webhook by. */
export function webhookText({ name, description, eventType, riskLevel, url }: Webhook): string {
  return [name, description, eventType, riskLevel, hostOf(url)].join('\n');
}
