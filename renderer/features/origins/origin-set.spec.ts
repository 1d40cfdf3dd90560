import { describe, expect, it } from 'vitest';
import { compareOrigins, formatOrigins, parseOrigins } from './origin-set.ts';

describe('the set of origins', () => {
  it('keeps removed origins in sight and marks the own host', () => {
    expect(compareOrigins(['b.example', 'own.example'], ['a.example', 'b.example'], 'OWN.example')).toEqual([
      { origin: 'a.example', state: 'added', isOwnHost: false },
      { origin: 'b.example', state: 'kept', isOwnHost: false },
      { origin: 'own.example', state: 'removed', isOwnHost: true },
    ]);
  });

  it('has one written form whatever the order, so that an undone edit leaves no draft', () => {
    expect(formatOrigins(['b', 'a'])).toBe(formatOrigins(['a', 'b']));
    expect(parseOrigins(formatOrigins(['b', 'a']))).toEqual(['a', 'b']);
  });

  it('takes a damaged draft for none', () => {
    for (const text of ['', '{', '{}', '[1]']) expect(parseOrigins(text)).toBeUndefined();
  });
});
