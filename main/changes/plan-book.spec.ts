import { describe, expect, it } from 'vitest';
import type { PreparedPlan } from './plan-book.ts';
import { createPlanBook } from './plan-book.ts';

const prepared = (id: string): PreparedPlan => ({
  plan: { id, tenantId: 't', createdAt: 0, items: [], isDestructive: false, confirmation: null },
  work: [],
});

describe('the plan book', () => {
  it('gives a plan until it is removed', () => {
    const book = createPlanBook();
    book.add(prepared('a'));
    expect(book.get('a').plan.id).toBe('a');
    book.remove('a');
    expect(() => book.get('a')).toThrow('Review the change again');
  });

  it('forgets the oldest plans, not the newest', () => {
    const book = createPlanBook();
    for (let number = 0; number < 300; number += 1) book.add(prepared(String(number)));
    expect(() => book.get('0')).toThrow();
    expect(book.get('299').plan.id).toBe('299');
    expect(book.get('150').plan.id).toBe('150');
  });
});
