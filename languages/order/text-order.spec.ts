import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareTexts, orderedText } from './text-order.ts';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a: string, b: string): number {
  return Math.sign(compareTexts(orderedText(a), orderedText(b)));
}

describe('natural text order', () => {
  it('matches the collator for any two ASCII texts', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme-ascii', maxLength: 8 }),
      fc.constantFrom('item ', 'Item ', '007', '7', '10', '-', '_', '.', '\t', '\r\n', 'a', 'A'),
      fc.nat().map(String),
    );
    const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(compare(a, b)).toBe(Math.sign(collator.compare(a, b)));
      }),
      { numRuns: 5_000 },
    );
  });

  it('matches the collator for accents and other scripts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(compare(a, b)).toBe(Math.sign(collator.compare(a, b)));
      }),
    );
  });

  it('ignores case, accents and leading zeros', () => {
    expect(compare('ITEM 7', 'item 007')).toBe(0);
    expect(compare('Zoë', 'zoe')).toBe(0);
    expect(compare('item 9', 'item 10')).toBe(-1);
  });
});
