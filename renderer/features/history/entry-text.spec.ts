import { describe, expect, it } from 'vitest';
import { aPlan } from '../../../test/component/plans.ts';
import { undosOf, verdictOf } from '../../review/plan-undos.ts';
import { searchTextOf, titleOf } from './entry-text.ts';

const entry = (plan: ReturnType<typeof aPlan>) => ({ isReadable: true as const, plan });
const applied = aPlan({
  id: 'p',
  title: 'Replace script of Payroll',
  state: 'finished',
  counts: { verified: 2 },
  total: 2,
});
const undo = (total: number) =>
  aPlan({
    id: 'u',
    title: 'Replace script of Payroll',
    origin: { type: 'undo', planId: 'p' },
    state: 'finished',
    counts: { verified: total },
    total,
  });

describe('a history entry', () => {
  it('is undone once all of it is undone, and undone in part before', () => {
    expect(verdictOf(applied, undosOf([entry(applied)])).label).toBe('Applied');
    expect(verdictOf(applied, undosOf([entry(undo(1)), entry(applied)])).label).toBe('Partially undone');
    expect(verdictOf(applied, undosOf([entry(undo(2)), entry(applied)])).label).toBe('Undone');
  });

  it('is not undone by an undo that changed nothing', () => {
    const rejected = { ...undo(2), counts: { refused: 2 } };
    expect(verdictOf(applied, undosOf([entry(rejected), entry(applied)])).label).toBe('Applied');
  });

  it('of an undo has its own title', () => {
    expect(titleOf(entry(undo(2)))).toBe('Undo: Replace script of Payroll');
  });

  it('that is unreadable is listed and can be found', () => {
    const unreadable = {
      isReadable: false as const,
      id: 'x',
      tenantId: 'acme',
      appliedAt: 1,
      reason: 'Unknown kind job.',
    };
    expect(titleOf(unreadable)).toBe('Written by another version');
    expect(searchTextOf(unreadable)).toContain('Unknown kind job.');
    expect(undosOf([unreadable]).size).toBe(0);
  });
});
