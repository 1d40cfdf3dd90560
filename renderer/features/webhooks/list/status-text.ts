import type { DeliverySummary } from '../../../../contract/sandbox/sandbox.ts';
import type { LastTest, Webhook } from '../../../../contract/webhooks/webhooks.ts';
import { formatNumber } from '../../../../languages/text/intl.ts';
import { percent, shareFailed } from './delivery-share.ts';
import type { DraftStatusOf } from './row-look.ts';

/** `succeeded with 200` */
export function testText({ succeeded, httpStatus }: Pick<LastTest, 'succeeded' | 'httpStatus'>): string {
  if (succeeded) return `succeeded with ${httpStatus}`;
  return httpStatus === 0 ? 'failed without a response' : `failed with ${httpStatus}`;
}

const lastLabels = { delivered: 'delivered', retrying: 'failed, retrying', dead: 'failed' } as const;

/** `failed (503)` */
export function deliveryLabels({ state, httpStatus }: DeliverySummary['last']): string {
  return `${lastLabels[state]}${httpStatus === null ? '' : ` (${httpStatus})`}`;
}

/** `12 % failed of 204`; undefined if nothing finished in the last 24 hours. */
export function failedText(deliveries: DeliverySummary): string | undefined {
  const share = shareFailed(deliveries);
  if (share === undefined) return undefined;
  const finished = deliveries.delivered + deliveries.dead;
  return `${share === 0 ? 'none' : percent(share)} failed of ${formatNumber(finished)}`;
}

/** Details that don't fit into the row, one per line: who changed it, its last test, its deliveries. `at` formats a time. */
export function statusHint(
  { updatedAt, updatedBy }: Pick<Webhook, 'updatedAt' | 'updatedBy'>,
  { test, deliveries }: Pick<DraftStatusOf, 'test' | 'deliveries'>,
  at: (time: number) => string,
): string {
  const failed = deliveries === undefined ? undefined : failedText(deliveries);
  return [
    ...(updatedAt === null ? [] : [`Changed ${at(updatedAt)}${updatedBy === '' ? '' : ` by ${updatedBy}`}`]),
    test === undefined ? 'Not tested' : `Tested ${at(test.testedAt)}: ${testText(test)}`,
    ...(deliveries === undefined
      ? []
      : [`Last delivery ${at(deliveries.last.at)}: ${deliveryLabels(deliveries.last)}`]),
    ...(failed === undefined ? [] : [`Last 24 hours: ${failed}`]),
  ].join('\n');
}
