import { describe, expect, it } from 'vitest';
import {
  barOffset,
  contentOffset,
  elementLength,
  hasDrifted,
  shiftAfter,
  tallestElement,
} from './long-scroll.ts';

const sight = 420;
const million = { length: 28_000_030, sight };
const barEnd = tallestElement - sight;
const contentEnd = million.length - sight;

describe('a scroll bar for rows that are taller than an element can be', () => {
  it('changes nothing for what an element can hold', () => {
    const content = { length: 2_800_030, sight };
    expect(elementLength(content.length)).toBe(content.length);
    for (const at of [0, 1, 700_000, 2_799_610]) {
      expect(contentOffset(at, content)).toBe(at);
      expect(barOffset(at, content)).toBe(at);
      expect(shiftAfter({ from: 0, to: at, shift: 0, isWheel: false }, content)).toBe(0);
    }
  });

  it('fits browser layout limits on a high-density screen at 500%', () => {
    expect(tallestElement * 10).toBeLessThan(33_554_428);
  });

  it('has the ends of the rows at its ends, and increases between them', () => {
    expect(contentOffset(0, million)).toBe(0);
    expect(contentOffset(barEnd, million)).toBe(contentEnd);
    let last = -1;
    for (let bar = 0; bar <= barEnd; bar += 997) {
      const offset = contentOffset(bar, million);
      expect(offset).toBeGreaterThan(last);
      expect(barOffset(offset, million)).toBeCloseTo(bar, 5);
      last = offset;
    }
  });

  it('moves pixel by pixel near the ends', () => {
    expect(contentOffset(100_028, million) - contentOffset(100_000, million)).toBe(28);
    expect(contentOffset(barEnd, million) - contentOffset(barEnd - 280, million)).toBe(280);
  });

  it('leaves space to scroll with the wheel at any proportional position', () => {
    for (let offset = 0; offset <= contentEnd; offset += 99_991) {
      const bar = barOffset(offset, million);
      expect(bar).toBeGreaterThanOrEqual(Math.min(offset, 500_000));
      expect(barEnd - bar).toBeGreaterThanOrEqual(Math.min(contentEnd - offset, 500_000) - 1);
    }
  });

  it('moves in proportion when it is dragged, and by pixels otherwise', () => {
    const shift = 9_000_000;
    const from = 1_500_000;
    const after = (to: number, isWheel = false) => shiftAfter({ from, to, shift, isWheel }, million);
    expect(after(from + 120)).toBe(shift);
    expect(after(from + 3_000, true)).toBe(shift);
    expect(after(from + 3_000)).toBe(contentOffset(from + 3_000, million) - from - 3_000);
  });

  it('ends where the rows end, however it got there', () => {
    const after = (to: number) => shiftAfter({ from: to, to, shift: 1_234_567, isWheel: true }, million);
    expect(after(0)).toBe(0);
    expect(barEnd + after(barEnd)).toBe(contentEnd);
  });

  it('reports when it has drifted too far, before it ends', () => {
    const bar = 1_500_000;
    const shift = contentOffset(bar, million) - bar;
    expect(hasDrifted(bar, shift, million)).toBe(false);
    expect(hasDrifted(bar + 100_000, shift, million)).toBe(false);
    expect(hasDrifted(bar + 400_000, shift, million)).toBe(true);
  });
});
