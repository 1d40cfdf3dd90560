import type { DeliverySummary } from '../../../../contract/sandbox/sandbox.ts';
import type { LastTest, Webhook } from '../../../../contract/webhooks/webhooks.ts';
import { isFailing, percent, shareFailed } from './delivery-share.ts';

/** What is known of a webhook besides its definition. */
export interface DraftStatusOf {
  readonly hasDraft: boolean;
  /** Undefined where the tenant records none, or there was none. */
  readonly deliveries: DeliverySummary | undefined;
  /** Undefined where it was not tested from here. */
  readonly test: LastTest | undefined;
}

const stateTexts = { enabled: 'Enabled', disabled: 'Disabled', unknown: 'State not known' } as const;

/** The dot of its row, and what is said of it. */
export function lookOf(
  { activation }: Pick<Webhook, 'activation'>,
  { deliveries, test }: DraftStatusOf,
): { readonly tone: 'good' | 'off' | 'bad'; readonly words: string } {
  const words = [
    stateTexts[activation],
    ...(isFailing(deliveries) ? ['the last delivery failed'] : []),
    ...(test?.succeeded === false ? ['the last test failed'] : []),
  ].join(', ');
  if (isFailing(deliveries)) return { tone: 'bad', words };
  return { tone: activation === 'enabled' ? 'good' : 'off', words };
}

/** Beside the row: a draft comes first, for that is what the person has to do with; then what really failed. */
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
