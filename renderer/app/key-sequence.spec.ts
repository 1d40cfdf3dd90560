import { describe, expect, it } from 'vitest';
import { createKeySequence } from './key-sequence.ts';

describe('a shortcut of two keys', () => {
  it('is complete with its second key', () => {
    const keys = createKeySequence();
    expect(keys.press('g', 0, ['g'])).toBeUndefined();
    expect(keys.press('a', 300, ['g'])).toBe('g a');
  });

  it('expires after a pause', () => {
    const keys = createKeySequence();
    keys.press('g', 0, ['g']);
    expect(keys.press('a', 1500, ['g'])).toBeUndefined();
  });

  it('starts over once it was complete, and never with another key', () => {
    const keys = createKeySequence();
    keys.press('g', 0, ['g']);
    keys.press('x', 100, ['g']);
    expect(keys.press('a', 200, ['g'])).toBeUndefined();
    expect(keys.press('b', 300, ['g'])).toBeUndefined();
  });
});
