import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../../../contract/sandbox/sandbox.ts';
import { causeOf, durationLabel, estimateMs, unansweredOf } from './delivery-labels.ts';

const delivery = (id: string, more: Partial<Delivery> = {}): Delivery => ({
  id,
  webhookId: 'w',
  state: 'dead',
  attempts: 1,
  lastStatus: 500,
  lastError: null,
  durationMs: null,
  createdAt: 0,
  finishedAt: 0,
  eventType: 'SecurityAlert',
  replayOf: null,
  requestUrl: '',
  requestBody: '',
  responseBody: null,
  ...more,
});

describe('failed deliveries', () => {
  it('exclude those that were resent since', () => {
    const all = [
      delivery('again', { replayOf: 'first', state: 'delivered' }),
      delivery('first'),
      delivery('second'),
      delivery('waiting', { state: 'retrying' }),
    ];
    expect(unansweredOf(all).map(({ id }) => id)).toEqual(['second']);
  });

  it('get an estimate from the median duration, or none without a response', () => {
    const known = [5, 100, 200].map((durationMs, index) => delivery(`d${index}`, { durationMs }));
    expect(estimateMs(30, known)).toBe(3000);
    expect(estimateMs(30, [delivery('none')])).toBeUndefined();
    expect([200, 3000, 240_000].map(durationLabel)).toEqual(['under a second', 'about 3 s', 'about 4 min']);
  });

  it('have a readable cause, with or without a response', () => {
    expect(causeOf('response_incomplete', 200)).toBe('Response incomplete');
    expect(causeOf('something_new', undefined)).toBe('Failed');
    expect([204, 307, 404, 503].map((status) => causeOf(null, status))).toEqual([
      'Delivered',
      'Redirect not followed',
      'Rejected by the receiver',
      'Receiver error',
    ]);
  });
});
