import { describe, expect, it } from 'vitest';
import { anItem, aPlan, begunPlanOf, planOf } from '../../test/component/plans.ts';
import type { Section } from './change-sections.ts';
import { resultSections, reviewSections, typeSections } from './change-sections.ts';

describe('the sections of a plan', () => {
  const items = [
    anItem({ id: '1', summary: 'a' }),
    anItem({ id: '2', summary: 'b' }),
    anItem({ id: '3', summary: 'c', decision: 'gone' }),
  ];

  it('begin with conflicts', () => {
    expect(reviewSections(planOf(items)).map(({ title, count }) => [title, count])).toEqual([
      ['Conflicts', 1],
      ['Changes', 2],
    ]);
  });

  it('cover every item if there are more groups than the plan lists', () => {
    const plan = planOf(items);
    const [, changes] = reviewSections({ ...plan, groups: plan.groups.slice(1) });
    expect(changes?.branches.at(-1)).toMatchObject({ title: 'All changes', count: 3 });
    expect(reviewSections(plan)[1]?.branches.map(({ title }) => title)).not.toContain('All changes');
  });

  it('separate a deviating change by type and in the receipt, and list the differences of a group', () => {
    const differences = [{ label: 'Description', distinct: 2, values: [{ value: 'Ours', count: 299 }] }];
    const group = (id: string, count: number) => ({
      ...{ id, title: 'Create webhook', summary: `POST ${id}.example`, count, decision: null },
      counts: { verified: count },
    });
    const plan = aPlan({
      total: 301,
      counts: { verified: 301 },
      groups: [{ ...group('a', 300), differences }, group('b', 1)],
    });
    const same = 'Description: 2 different values (“Ours” 299×, 1 more)';
    const expected = [
      [300, 'Create webhook · POST a.example', [same]],
      [1, 'Create webhook · POST b.example', []],
    ];
    const shown = (sections: readonly Section[]) =>
      sections.flatMap(({ branches }) =>
        branches.map(({ count, summary, differences: lines }) => [count, summary, lines]),
      );
    expect(shown(resultSections({ ...plan, state: 'finished' }))).toEqual(expected);
    const groups = plan.groups.map(({ id, count }) => ({ id, count }));
    const types = [{ type: 'SecurityAlert', count: 301, undecided: 0, groups }];
    expect(shown(typeSections(plan, types))).toEqual(expected);
    expect(reviewSections(plan)[0]?.branches.map((branch) => branch.differences)).toEqual([[same], []]);
  });

  it('list what is left to do before what is done', () => {
    const begun = begunPlanOf([
      anItem({ id: '1', state: 'verified' }),
      anItem({ id: '2', state: 'pending' }),
      anItem({ id: '3', state: 'unknown' }),
    ]);
    expect(resultSections(begun).flatMap(({ branches }) => branches.map(({ title }) => title))).toEqual([
      'Unresolved',
      'Not sent yet',
      'Applied and verified',
    ]);
  });
});
