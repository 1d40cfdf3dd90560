import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markerOf, readMarked, withMarker } from './creation-marker.ts';

const whitespace = fc.array(fc.constantFrom(' ', '\t'), { maxLength: 100 }).map((each) => each.join(''));

describe('a description with the marker of its creation', () => {
  it('is read as the user wrote it, including trailing whitespace', () => {
    fc.assert(
      fc.property(fc.string(), whitespace, fc.string(), (start, end, attempt) => {
        const marker = markerOf(attempt);
        expect(readMarked(withMarker(start + end, marker))).toEqual({ text: start + end, marker });
      }),
    );
  });

  it.each(['', 'Sends alerts', `Sends alerts${' '.repeat(100)}`, '\t'.repeat(48), 'Two lines\n  '])(
    'is read completely if it has none: %j',
    (text) => {
      expect(readMarked(text)).toEqual({ text, marker: null });
    },
  );

  it('has a stable marker per change', () => {
    expect(markerOf('a')).toBe(markerOf('a'));
    expect(markerOf('a')).not.toBe(markerOf('b'));
  });
});
