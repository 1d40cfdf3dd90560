import { setImmediate as nextTurn } from 'node:timers/promises';

/** For a long piece of work on the main thread: between two of its steps everybody else gets a turn. */
export interface Yielder {
  /** True when the turn has lasted long enough. Asked before waiting, as most steps need not wait. */
  isOver(): boolean;
  /** Lets everybody else have theirs, and begins a new one. Worth it before a long piece of work, too: what came before it took time. */
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
  turns: Yielder = createYielder(),
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    if (turns.isOver()) await turns.rest();
    results.push(work(item));
  }
  return results;
}

/** Runs work that stops wherever others may have a turn, to its result. */
export async function runInChunks<Result>(
  work: Iterator<void, Result>,
  turns: Yielder = createYielder(),
): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (turns.isOver()) await turns.rest();
  }
}

/** As `runInChunks`, for a caller that cannot wait. */
export function runAtOnce<Result>(work: Iterator<void, Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
