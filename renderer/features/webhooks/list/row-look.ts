import type { DeliverySummary } from '../../../../contract/sandbox/sandbox.ts';
import type { LastTest, Webhook } from '../../../../contract/webhooks/webhooks.ts';
import { isFailing, percent, shareFailed } from './delivery-share.ts';

/** Status of a webhook besides its definition. */
export interface DraftStatusOf {
  readonly hasDraft: boolean;
  /** Undefined if the tenant records none, or there was none. */
  readonly deliveries: DeliverySummary | undefined;
  /** Undefined if it was not tested from this app. */
  readonly test: LastTest | undefined;
}

const stateTexts = { enabled: 'Enabled', disabled: 'Disabled', unknown: 'Status unknown' } as const;

/** Color and label of a row's status dot. */
export function lookOf(
  { activation }: Pick<Webhook, 'activation'>,
  { deliveries, test }: DraftStatusOf,
): { readonly tone: 'good' | 'off' | 'bad'; readonly label: string } {
  const label = [
    stateTexts[activation],
    ...(isFailing(deliveries) ? ['the last delivery failed'] : []),
    ...(test?.succeeded === false ? ['the last test failed'] : []),
  ].join(', ');
  if (isFailing(deliveries)) return { tone: 'bad', label };
  return { tone: activation === 'enabled' ? 'good' : 'off', label };
}

/** Tag of a row: a draft comes first, because it needs action; then failed deliveries. */
export function tagOf({
  hasDraft,
  deliveries,
  test,
}: DraftStatusOf): { readonly text: string; readonly tone: 'accent' | 'bad' } | undefined {
  if (hasDraft) return { text: 'Draft', tone: 'accent' };
  const share = deliveries === undefined ? undefined : shareFailed(deliveries);
  if (share !== undefined && share > 0) return { text: `${percent(share)} failed`, tone: 'bad' };
  if (test?.succeeded !== false) return undefined;
  return { text: test.httpStatus === 0 ? 'test failed' : `test: ${test.httpStatus}`, tone: 'bad' };
}
