import { describe, expect, it } from 'vitest';
import { createKeySequence } from './key-sequence.ts';

describe('a shortcut of two keys', () => {
  it('is complete with its second key', () => {
    const keys = createKeySequence(['g']);
    expect(keys.press('g', 0)).toBeUndefined();
    expect(keys.press('a', 300)).toBe('g a');
  });

  it('expires after a pause', () => {
    const keys = createKeySequence(['g']);
    keys.press('g', 0);
    expect(keys.press('a', 1500)).toBeUndefined();
  });

  it('starts over once it was complete, and never with another key', () => {
    const keys = createKeySequence(['g']);
    keys.press('g', 0);
    keys.press('x', 100);
    expect(keys.press('a', 200)).toBeUndefined();
    expect(keys.press('b', 300)).toBeUndefined();
  });
});
