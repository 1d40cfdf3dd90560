import { describe, expect, it } from 'vitest';
import { stringComparator } from './index.ts';

const sorted = (texts: readonly string[], locale = 'en_US'): string[] =>
  [...texts].sort(stringComparator(locale));

// The orders in this file are those of java.text.Collator on OpenJDK 17.
describe('sorting strings', () => {
  it.each([
    [
      ['B', 'b', 'a', 'A'],
      ['a', 'A', 'b', 'B'],
    ],
    [
      ['é', 'e', 'f', 'E', 'z', 'Z', 'ä'],
      ['ä', 'e', 'E', 'é', 'f', 'z', 'Z'],
    ],
    [
      ['a b', 'ab', 'a-b', 'a_b', 'ab c', 'abc'],
      ['a_b', 'ab', 'a b', 'a-b', 'abc', 'ab c'],
    ],
    [
      ['x.y', 'x,y', 'xy', 'x y', 'x/y'],
      ['x,y', 'x/y', 'x.y', 'xy', 'x y'],
    ],
    [
      ['item10', 'item2', '漢', 'z', ''],
      ['', 'item10', 'item2', 'z', '漢'],
    ],
    [
      ['straße', 'strasse', 'strast'],
      ['strasse', 'straße', 'strast'],
    ],
  ])('puts %j in the order %j', (texts, expected) => {
    expect(sorted(texts)).toEqual(expected);
  });

  it('compares accents from the end in French', () => {
    expect(sorted(['côté', 'coté', 'côte', 'cote'], 'fr_FR')).toEqual(['cote', 'côte', 'coté', 'côté']);
    expect(sorted(['côté', 'coté', 'côte', 'cote'], 'en_US')).toEqual(['cote', 'coté', 'côte', 'côté']);
  });

  it('sorts the additional letters of each alphabet', () => {
    expect(sorted(['ö', 'z', 'å', 'a'], 'sv_SE')).toEqual(['a', 'z', 'å', 'ö']);
  });
});
