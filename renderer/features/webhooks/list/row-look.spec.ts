import { describe, expect, it } from 'vitest';
import type { DeliverySummary } from '../../../../contract/sandbox/sandbox.ts';
import type { LastTest } from '../../../../contract/webhooks/webhooks.ts';
import type { DraftStatusOf } from './row-look.ts';
import { lookOf, tagOf } from './row-look.ts';

const deliveries = (delivered: number, dead: number, state: 'delivered' | 'dead'): DeliverySummary => ({
  webhookId: 'w',
  delivered,
  dead,
  pending: 0,
  last: { at: 0, state, httpStatus: null, error: null },
});
const test = (succeeded: boolean, httpStatus: number): LastTest => ({
  webhookId: 'w',
  testedAt: 0,
  succeeded,
  httpStatus,
});
const statusOf = (known: Partial<DraftStatusOf> = {}): DraftStatusOf => ({
  hasDraft: false,
  deliveries: undefined,
  test: undefined,
  ...known,
});

describe('the row of a webhook', () => {
  it.each([
    ['enabled', statusOf(), 'good', 'Enabled'],
    ['disabled', statusOf(), 'off', 'Disabled'],
    ['enabled', statusOf({ deliveries: deliveries(9, 1, 'delivered') }), 'good', 'Enabled'],
    [
      'enabled',
      statusOf({ deliveries: deliveries(9, 1, 'dead') }),
      'bad',
      'Enabled, the last delivery failed',
    ],
    ['enabled', statusOf({ test: test(true, 200) }), 'good', 'Enabled'],
    ['disabled', statusOf({ test: test(false, 0) }), 'off', 'Disabled, the last test failed'],
  ] as const)('has the status dot and label of a webhook that is %s', (activation, known, tone, label) => {
    expect(lookOf({ activation }, known)).toEqual({ tone, label });
  });

  it('has one tag: draft, failed deliveries or failed test, in this order', () => {
    const all = { hasDraft: true, deliveries: deliveries(3, 1, 'dead'), test: test(false, 503) };
    expect(tagOf(all)?.text).toBe('Draft');
    expect(tagOf({ ...all, hasDraft: false })?.text).toBe('25 % failed');
    expect(tagOf(statusOf({ test: test(false, 503) }))).toEqual({ text: 'test: 503', tone: 'bad' });
    expect(tagOf(statusOf({ test: test(false, 0) }))?.text).toBe('test failed');
    expect(
      tagOf(statusOf({ test: test(true, 200), deliveries: deliveries(3, 0, 'delivered') })),
    ).toBeUndefined();
  });
});
