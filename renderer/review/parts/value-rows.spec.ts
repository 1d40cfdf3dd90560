import { describe, expect, it } from 'vitest';
import { hasConflictMarkers } from './value-rows.ts';

describe('a manually merged text', () => {
  const merged = 'a\n<<<<<<< yours\nb\n||||||| when you started\nc\n=======\nd\n>>>>>>> in the tenant\ne';

  it('cannot be used while a marker is left', () => {
    expect(hasConflictMarkers(merged, ['a', 'b'])).toBe(true);
    expect(hasConflictMarkers('a\nb\n=======\nd\ne', ['a', 'b'])).toBe(true);
    expect(hasConflictMarkers('a\nb\nd\ne', ['a', 'b'])).toBe(false);
  });

  it('may have lines that look like one if either side had them', () => {
    expect(hasConflictMarkers('Title\n=======\ntext', ['Title\n=======\n', ''])).toBe(false);
  });
});
