import { describe, expect, it } from 'vitest';
import { revealOffset } from './reveal-offset.ts';

const sight = { start: 100, size: 50 };

describe('scrolling to a cell', () => {
  it('does nothing when all of it is visible', () => {
    expect(revealOffset({ start: 100, size: 20 }, sight)).toBe(100);
    expect(revealOffset({ start: 130, size: 20 }, sight)).toBe(100);
  });

  it('scrolls just far enough to show all of it', () => {
    expect(revealOffset({ start: 90, size: 20 }, sight)).toBe(90);
    expect(revealOffset({ start: 140, size: 20 }, sight)).toBe(110);
  });

  it('shows the beginning of what is larger than the viewport', () => {
    expect(revealOffset({ start: 120, size: 80 }, sight)).toBe(120);
    expect(revealOffset({ start: 60, size: 80 }, sight)).toBe(60);
  });
});
