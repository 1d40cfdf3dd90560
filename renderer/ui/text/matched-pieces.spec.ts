import { describe, expect, it } from 'vitest';
import { markedText } from '../../../languages/text/marked-text.ts';
import { matchedPieces } from './matched-pieces.ts';

const shown = (text: string, ...ranges: [number, number][]): string =>
  matchedPieces(
    markedText(text, { isName: true }),
    ranges.map(([from, to]) => ({ from, to })),
  )
    .map(({ isMatch, segments }) => {
      const inner = segments.map((each) => (each.kind === 'mark' ? `{${each.label}}` : each.text)).join('');
      return isMatch ? `[${inner}]` : inner;
    })
    .join('');

describe('a text with its matches', () => {
  it('is split where a match begins and ends', () => {
    expect(shown('Universal Sales', [0, 3], [10, 13])).toBe('[Uni]versal [Sal]es');
    expect(shown('Sales', [0, 5])).toBe('[Sales]');
    expect(shown('Sales')).toBe('Sales');
    expect(shown('')).toBe('');
  });

  it('keeps the marks of hidden characters, inside a match too', () => {
    expect(shown('Te\u200bam one', [0, 5])).toBe('[Te{ZWSP}am] one');
    expect(shown('Te\u200bam one', [6, 9])).toBe('Te{ZWSP}am [one]');
    expect(shown('\u200bTeam', [1, 3])).toBe('{ZWSP}[Te]am');
  });
});
