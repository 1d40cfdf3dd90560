import { describe, expect, it } from 'vitest';
import { offerReview, takeReview } from './hand-over.ts';
import type { ReviewSource } from './review.svelte.ts';

const source: ReviewSource = {
  tenantId: 'acme',
  request: { from: 'drafts', drafts: [{ kind: 'script', targetId: 'payroll' }] },
};

describe('the review of a plan', () => {
  it('is closed in its window before another one shows it, with how the plan was made', async () => {
    let isClosed = false;
    offerReview('a', () => {
      isClosed = true;
      return source;
    });
    expect(await takeReview('a')).toEqual(source);
    expect(isClosed).toBe(true);
  });

  it('is handed over once', async () => {
    let times = 0;
    offerReview('b', () => {
      times += 1;
      return source;
    });
    const taken = await Promise.all([takeReview('b', 200), takeReview('b', 200)]);
    expect(taken).toContainEqual(source);
    await takeReview('b', 20);
    expect(times).toBe(1);
  });

  it('stays in its window if another plan is wanted, or the offer was withdrawn', async () => {
    let times = 0;
    const withdraw = offerReview('c', () => {
      times += 1;
      return source;
    });
    expect(await takeReview('d', 20)).toBeUndefined();
    withdraw();
    expect(await takeReview('c', 20)).toBeUndefined();
    expect(times).toBe(0);
  });

  it('is shown without how it was made if no window has it any longer', async () => {
    expect(await takeReview('e', 20)).toBeUndefined();
  });
});
