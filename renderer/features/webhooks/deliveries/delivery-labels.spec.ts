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

describe('deliveries that failed', () => {
  it('are those that were given up, without what was sent again since', () => {
    const all = [
      delivery('again', { replayOf: 'first', state: 'delivered' }),
      delivery('first'),
      delivery('second'),
      delivery('waiting', { state: 'retrying' }),
    ];
    expect(unansweredOf(all).map(({ id }) => id)).toEqual(['second']);
  });

  it('are said to take as long as most of them took, and nothing where none got an answer', () => {
    const known = [5, 100, 200].map((durationMs, index) => delivery(`d${index}`, { durationMs }));
    expect(estimateMs(30, known)).toBe(3000);
    expect(estimateMs(30, [delivery('none')])).toBeUndefined();
    expect([200, 3000, 240_000].map(durationLabel)).toEqual(['under a second', 'about 3 s', 'about 4 min']);
  });

  it('have their cause in words, whether or not somebody answered', () => {
    expect(causeOf('response_incomplete', 200)).toBe('The answer broke off');
    expect(causeOf('something_new', undefined)).toBe('Failed');
    expect([204, 307, 404, 503].map((status) => causeOf(null, status))).toEqual([
      'Delivered',
      'Redirected, which is not followed',
      'The receiver refused',
      'The receiver failed',
    ]);
  });
});
