import { describe, expect, it } from 'vitest';
import { placeOf } from './toast-place.ts';

const window = { width: 1280, height: 800 };
const size = { width: 380, height: 40 };
const review = { left: 1000, top: 720, right: 1260, bottom: 760 };
const heading = { left: 900, top: 0, right: 1280, bottom: 40 };

describe('the place of toasts', () => {
  it('is the bottom right corner, if nothing is there', () => {
    expect(placeOf(size, [], window)).toEqual({ x: 'right', y: 'bottom' });
  });

  it('is another one if a primary action is there', () => {
    expect(placeOf(size, [review], window)).toEqual({ x: 'right', y: 'top' });
    expect(placeOf(size, [review, heading], window)).toEqual({ x: 'center', y: 'top' });
  });

  it('is where least is covered if something is everywhere', () => {
    const all = { left: 0, top: 0, right: 1280, bottom: 800 };
    expect(placeOf(size, [all, review], window)).toEqual({ x: 'right', y: 'top' });
  });
});
