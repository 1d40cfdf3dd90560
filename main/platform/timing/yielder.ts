import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets long work on the main thread yield to other work between its steps. */
export interface Yielder {
  /** True if it is time to yield. Checked first, because most steps needn't wait. */
  isOver(): boolean;
  /** Yields to other work, and starts a new time slice. Also useful before long work. */
  rest(): Promise<void>;
}

const lengthMs = 8;

export function createYielder(): Yielder {
  let begunAt = performance.now();
  return {
    isOver: () => performance.now() - begunAt > lengthMs,
    async rest() {
      await nextTurn();
      begunAt = performance.now();
    },
  };
}

/** `items.map(work)` for a list of any length. */
export async function mapInChunks<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Result,
  yielder: Yielder = createYielder(),
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    if (yielder.isOver()) await yielder.rest();
    results.push(work(item));
  }
  return results;
}

/** Runs a generator that yields at possible interruption points, to its result. */
export async function runInChunks<Result>(
  work: Iterator<void, Result>,
  yielder: Yielder = createYielder(),
): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (yielder.isOver()) await yielder.rest();
  }
}

/** Like `runInChunks`, but synchronous. */
export function runAtOnce<Result>(work: Iterator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
