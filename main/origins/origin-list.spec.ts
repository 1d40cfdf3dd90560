import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOf, isApplied, isUntouched, spelledAs, withChange } from './origin-list.ts';

const origins = fc.uniqueArray(
  fc.constantFrom('a.example', 'b.example', 'c.example', 'd.example', 'e.example'),
);

describe('a change of the trusted origins', () => {
  it('made on a list that another administrator changed meanwhile touches only what it is about', () => {
    fc.assert(
      fc.property(origins, origins, origins, (before, after, now) => {
        const change = changeOf(before, after);
        const list = withChange(now, change);
        expect(isApplied(change, list)).toBe(true);
        const isOurs = (origin: string) => [...change.added, ...change.removed].includes(origin);
        expect(list.filter((origin) => !isOurs(origin))).toEqual(now.filter((origin) => !isOurs(origin)));
      }),
    );
  });

  it('is seen as made or not begun whatever else is in the list', () => {
    const change = changeOf(['a.example', 'b.example'], ['b.example', 'c.example']);
    expect(isApplied(change, ['b.example', 'c.example', 'theirs.example'])).toBe(true);
    expect(isUntouched(change, ['a.example', 'theirs.example'])).toBe(true);
    expect(isApplied(change, ['a.example', 'c.example'])).toBe(false);
    expect(isUntouched(change, ['a.example', 'c.example'])).toBe(false);
  });

  it('keeps the spelling that the tenant has, and normalizes what is new', () => {
    expect(spelledAs(['app.acme.example', 'https://New.example/'], ['App.ACME.example'])).toEqual([
      'App.ACME.example',
      'new.example',
    ]);
  });

  it('refuses what is no origin', () => {
    expect(() => spelledAs(['*.acme.example'], [])).toThrow('single hosts');
  });
});
