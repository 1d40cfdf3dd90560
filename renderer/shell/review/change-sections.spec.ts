import { describe, expect, it } from 'vitest';
import { anItem, begunPlanOf, planOf } from '../../../test/component/plans.ts';
import { resultSections, reviewSections } from './change-sections.ts';

describe('the sections of a plan', () => {
  const items = [
    anItem({ id: '1', summary: 'a' }),
    anItem({ id: '2', summary: 'b' }),
    anItem({ id: '3', summary: 'c', decision: 'gone' }),
  ];

  it('begin with what needs a decision', () => {
    expect(reviewSections(planOf(items)).map(({ title, count }) => [title, count])).toEqual([
      ['Need a decision', 1],
      ['Changes', 2],
    ]);
  });

  it('lead to every item where there are more groups than the plan names', () => {
    const plan = planOf(items);
    const [, changes] = reviewSections({ ...plan, groups: plan.groups.slice(1) });
    expect(changes?.branches.at(-1)).toMatchObject({ title: 'All changes', count: 3 });
    expect(reviewSections(plan)[1]?.branches.map(({ title }) => title)).not.toContain('All changes');
  });

  it('tell after applying what is left to do before what is settled', () => {
    const begun = begunPlanOf([
      anItem({ id: '1', state: 'verified' }),
      anItem({ id: '2', state: 'pending' }),
      anItem({ id: '3', state: 'unknown' }),
    ]);
    expect(resultSections(begun).flatMap(({ branches }) => branches.map(({ title }) => title))).toEqual([
      'Not settled',
      'Not sent yet',
      'Applied and read back',
    ]);
  });
});
