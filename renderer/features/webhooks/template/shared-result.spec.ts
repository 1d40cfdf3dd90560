import { expect, it } from 'vitest';
import { SharedResult } from './shared-result.ts';

interface ReadableSide {
  readonly output: string;
}

/** Like the window and the worker: two objects, one memory. */
function bothSides() {
  const window = new SharedResult<ReadableSide>();
  return { window, worker: new SharedResult<ReadableSide>(window.memory) };
}

it('returns the last result of the worker, with the number of its request', () => {
  const { window, worker } = bothSides();
  expect(window.read()).toBeUndefined();
  worker.write({ id: 1, result: { output: 'a longer one' } });
  expect(window.read()).toEqual({ id: 1, result: { output: 'a longer one' } });
  worker.write({ id: 2, result: { output: 'ä "😀" \ud800' } });
  expect(window.read()).toEqual({ id: 2, result: { output: 'ä "😀" \ud800' } });
});

it('returns nothing if the last result is too long, instead of the previous one', () => {
  const { window, worker } = bothSides();
  worker.write({ id: 1, result: { output: 'short' } });
  worker.write({ id: 2, result: { output: 'x'.repeat(64 * 1024) } });
  expect(window.read()).toBeUndefined();
});

it('returns nothing while another result is being written', () => {
  const { window, worker } = bothSides();
  worker.write({ id: 1, result: { output: 'one' } });
  const slice = Uint16Array.prototype.slice;
  Uint16Array.prototype.slice = function sliceLate(this: Uint16Array<ArrayBuffer>, from, to) {
    const copy = slice.call(this, from, to);
    Uint16Array.prototype.slice = slice;
    worker.write({ id: 2, result: { output: 'two' } });
    return copy;
  };
  try {
    expect(window.read()).toBeUndefined();
  } finally {
    Uint16Array.prototype.slice = slice;
  }
  expect(window.read()).toEqual({ id: 2, result: { output: 'two' } });
});
