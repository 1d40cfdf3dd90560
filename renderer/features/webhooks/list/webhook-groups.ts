import type { Webhook } from '../../../../contract/webhooks/webhooks.ts';
import type { FilterGroup } from '../../../lists/filter-index.ts';
import { hostOf } from '../rule/webhook-state.ts';

/** List status of a webhook, besides the tenant's own data. */
export type WebhookStatus = 'enabled' | 'disabled' | 'unknown' | 'failing' | 'draft';

const statusLabels: Readonly<Record<string, string>> = {
  enabled: 'Enabled',
  disabled: 'Disabled',
  unknown: 'Status unknown',
  failing: 'Failing',
  draft: 'Draft',
};

/** Filter groups of webhooks; the IDs are also search keywords: `event:login`. */
export function webhookGroups(
  statusesOf: (webhook: Webhook) => readonly WebhookStatus[],
): readonly FilterGroup<Webhook>[] {
  return [
    {
      id: 'is',
      label: 'Status',
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

/** Searched values of a webhook. */
export function webhookText({ name, description, eventType, riskLevel, url }: Webhook): string {
  return [name, description, eventType, riskLevel, hostOf(url)].join('\n');
}
