import type { ItemIterator, Value } from '../values/value.ts';

/** No variable is named so. A text, as V8 compares texts with texts several times faster than with anything else. */
export const NO_NAME = '';

/**
 * A set of local variables around the running element: those of a loop, of nested content or of a lambda.
 * Frames form a list from the innermost outwards.
 */
export class LocalFrame {
  readonly previous: LocalFrame | undefined;
  /** The visible variables; `NO_NAME` matches nothing. */
  name = NO_NAME;
  value: Value;
  secondName = NO_NAME;
  secondValue: Value;
  /** More variables than two: loop variables of nested content. */
  more: ReadonlyMap<string, Value> | undefined;
  /** The loop that the frame belongs to, if any. */
  readonly loop: LoopState | undefined;

  constructor(previous: LocalFrame | undefined, loop: LoopState | undefined) {
    this.previous = previous;
    this.loop = loop;
    this.value = undefined;
    this.secondValue = undefined;
    this.more = undefined;
  }
}

/** Where a `#list` is. */
export class LoopState {
  index = 0;
  hasNext = false;
  wasEntered = false;
  readonly listed: Value;
  /** Set while a lazily made list is open, between `#list` and `#items`. */
  iterator: ItemIterator | undefined;

  constructor(listed: Value) {
    this.listed = listed;
  }
}
