import type { Intent } from '../../contract/changes.ts';

/** Names of the webhooks of the plan that is cut short, in their order. */
export const crashNames = ['crash-1', 'crash-2', 'crash-3', 'crash-4'] as const;

export const crashPlan: readonly Intent[] = crashNames.map((name) => ({
  kind: 'webhook.create',
  definition: {
    name,
    description: '',
    url: 'https://hooks.acme.example/crash',
    method: 'POST',
    contentType: 'application/json',
    headers: '',
    requestBody: `{"from": "${name}"}`,
    enabled: true,
    eventType: 'SecurityAlert',
    riskLevel: 'Low',
  },
}));
