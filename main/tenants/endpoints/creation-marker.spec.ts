import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markerOf, readMarked, withMarker } from './creation-marker.ts';

const blanks = fc.array(fc.constantFrom(' ', '\t'), { maxLength: 100 }).map((each) => each.join(''));

describe('a description with the marker of its creation', () => {
  it('is read as the person wrote it, blanks at its end included', () => {
    fc.assert(
      fc.property(fc.string(), blanks, fc.string(), (words, end, attempt) => {
        const marker = markerOf(attempt);
        expect(readMarked(withMarker(words + end, marker))).toEqual({ text: words + end, marker });
      }),
    );
  });

  it.each(['', 'Tells of alerts', `Tells of alerts${' '.repeat(100)}`, '\t'.repeat(48), 'Two lines\n  '])(
    'is read whole where it carries none: %j',
    (text) => {
      expect(readMarked(text)).toEqual({ text, marker: null });
    },
  );

  it('has a marker that is the same for one change, and another one for another', () => {
    expect(markerOf('a')).toBe(markerOf('a'));
    expect(markerOf('a')).not.toBe(markerOf('b'));
  });
});
