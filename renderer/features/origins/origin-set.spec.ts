import { describe, expect, it } from 'vitest';
import { compareOrigins, orderedAs } from './origin-set.ts';

describe('compareOrigins', () => {
  it('keeps removed origins visible and marks the tenant’s own host', () => {
    const live = ['b.example', 'own.example'];
    const wanted = ['a.example', 'b.example'];
    expect(compareOrigins({ base: live, live, wanted, ownHost: 'OWN.example' })).toEqual([
      { origin: 'a.example', state: 'added', meanwhile: undefined, isOwnHost: false },
      { origin: 'b.example', state: 'unchanged', meanwhile: undefined, isOwnHost: false },
      { origin: 'own.example', state: 'removed', meanwhile: undefined, isOwnHost: true },
    ]);
  });

  it('never shows a change by others as your own', () => {
    const rows = compareOrigins({
      base: ['a.example', 'b.example', 'c.example'],
      wanted: ['a.example', 'b.example', 'd.example'],
      live: ['a.example', 'd.example', 'e.example'],
      ownHost: '',
    });
    expect(rows.map(({ origin, state, meanwhile }) => [origin, state, meanwhile])).toEqual([
      ['a.example', 'unchanged', undefined],
      ['b.example', 'unchanged', 'removed'],
      ['d.example', 'unchanged', 'added'],
      ['e.example', 'unchanged', 'added'],
    ]);
  });

  it('uses the order of the tenant, so that a reverted edit leaves no draft', () => {
    const base = ['b', 'a', 'c'];
    expect(orderedAs(base, ['b', 'c', 'a'])).toEqual(base);
    expect(orderedAs(base, ['c', 'new', 'b'])).toEqual(['b', 'c', 'new']);
    expect(orderedAs(base, ['a', 'a'])).toEqual(['a']);
  });
});
