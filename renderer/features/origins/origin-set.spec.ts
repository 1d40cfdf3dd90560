import { describe, expect, it } from 'vitest';
import { compareOrigins, orderedAs } from './origin-set.ts';

describe('the set of origins', () => {
  it('keeps removed origins in sight and marks the own host', () => {
    const live = ['b.example', 'own.example'];
    const wanted = ['a.example', 'b.example'];
    expect(compareOrigins({ base: live, live, wanted, ownHost: 'OWN.example' })).toEqual([
      { origin: 'a.example', state: 'added', meanwhile: undefined, isOwnHost: false },
      { origin: 'b.example', state: 'kept', meanwhile: undefined, isOwnHost: false },
      { origin: 'own.example', state: 'removed', meanwhile: undefined, isOwnHost: true },
    ]);
  });

  it('never shows as an own edit what others did on the tenant meanwhile', () => {
    const rows = compareOrigins({
      base: ['a.example', 'b.example', 'c.example'],
      wanted: ['a.example', 'b.example', 'd.example'],
      live: ['a.example', 'd.example', 'e.example'],
      ownHost: '',
    });
    expect(rows.map(({ origin, state, meanwhile }) => [origin, state, meanwhile])).toEqual([
      ['a.example', 'kept', undefined],
      ['b.example', 'kept', 'removed'],
      ['d.example', 'kept', 'added'],
      ['e.example', 'kept', 'added'],
    ]);
  });

  it('has the order of the tenant, so that an undone edit leaves no draft', () => {
    const base = ['b', 'a', 'c'];
    expect(orderedAs(base, ['b', 'c', 'a'])).toEqual(base);
    expect(orderedAs(base, ['c', 'new', 'b'])).toEqual(['b', 'c', 'new']);
    expect(orderedAs(base, ['a', 'a'])).toEqual(['a']);
  });
});
