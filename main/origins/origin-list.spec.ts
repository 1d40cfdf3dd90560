import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeOf, isApplied, isUnchanged, spelledAs, withChange } from './origin-list.ts';

const origins = fc.uniqueArray(
  fc.constantFrom('a.example', 'b.example', 'c.example', 'd.example', 'e.example'),
);

describe('a trusted origins change', () => {
  it('includes the changes that another admin made in the meantime', () => {
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

  it('detects applied and untouched lists whatever else they contain', () => {
    const change = changeOf(['a.example', 'b.example'], ['b.example', 'c.example']);
    expect(isApplied(change, ['b.example', 'c.example', 'theirs.example'])).toBe(true);
    expect(isUnchanged(change, ['a.example', 'theirs.example'])).toBe(true);
    expect(isApplied(change, ['a.example', 'c.example'])).toBe(false);
    expect(isUnchanged(change, ['a.example', 'c.example'])).toBe(false);
  });

  it('keeps the spelling of the tenant and normalizes new entries', () => {
    expect(spelledAs(['app.acme.example', 'https://New.example/'], ['App.ACME.example'])).toEqual([
      'App.ACME.example',
      'new.example',
    ]);
  });

  it('rejects invalid origins', () => {
    expect(() => spelledAs(['*.acme.example'], [])).toThrow('single hosts');
  });
});
