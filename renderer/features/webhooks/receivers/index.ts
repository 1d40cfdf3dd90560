import { googleChat, slack, teams } from './chat.ts';
import { cloudEvents, genericJson } from './generic.ts';
import { cef, datadog, elastic, splunk } from './log-stores.ts';
import type { Receiver } from './receiver.ts';
import { jira, pagerDuty, serviceNow } from './tickets.ts';

export type { Receiver } from './receiver.ts';

/** Based on each receiver's documentation; a spec renders each with every edge case. */
export const receivers: readonly Receiver[] = [
  slack,
  teams,
  googleChat,
  pagerDuty,
  serviceNow,
  jira,
  splunk,
  elastic,
  datadog,
  cef,
  cloudEvents,
  genericJson,
];
