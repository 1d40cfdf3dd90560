import { googleChat, slack, teams } from './chat.ts';
import { cloudEvents, genericJson } from './generic.ts';
import { cef, datadog, elastic, splunk } from './log-stores.ts';
import type { Receiver } from './receiver.ts';
import { jira, pagerDuty, serviceNow } from './tickets.ts';

export type { Receiver } from './receiver.ts';

/** Written by us from what each receiver documents; a spec renders each with every hostile value. */
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
