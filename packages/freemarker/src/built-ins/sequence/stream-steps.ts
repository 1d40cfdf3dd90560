import type { Environment } from '../../runtime/environment.ts';
import type { ItemIterator } from '../../values/sequences.ts';
import { booleanOf } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';

/** Puts one item through the argument of `?map` and its relatives. */
export type Transform = (item: Value, env: Environment) => Value;

/** `?map`: an item is put through when it is taken, not before, so its side effects come in the right order. */
export function map(source: ItemIterator, transform: Transform, env: Environment): ItemIterator {
  return {
    hasNext: () => source.hasNext(),
    next: () => {
      env.step();
      const result = transform(source.next(), env);
      if (result != null) return result;
      throw env.failure(
        'invalid-argument',
        'The element mapper function has returned no return value (has returned null).',
      );
    },
  };
}

export function filter(source: ItemIterator, transform: Transform, env: Environment): ItemIterator {
  return new Prefetching(() => {
    while (source.hasNext()) {
      const item = source.next();
      if (matches(item, transform, env)) return { item };
    }
    return undefined;
  });
}

export function takeWhile(source: ItemIterator, transform: Transform, env: Environment): ItemIterator {
  return new Prefetching(() => {
    if (!source.hasNext()) return undefined;
    const item = source.next();
    return matches(item, transform, env) ? { item } : undefined;
  });
}

export function dropWhile(source: ItemIterator, transform: Transform, env: Environment): ItemIterator {
  let isDropping = true;
  return new Prefetching(() => {
    while (source.hasNext()) {
      env.step();
      const item = source.next();
      isDropping = isDropping && matches(item, transform, env);
      if (!isDropping) return { item };
    }
    return undefined;
  });
}

/** Whether there is a next item is known only by looking for it. */
class Prefetching implements ItemIterator {
  readonly #find: () => { readonly item: Value } | undefined;
  #found: { readonly item: Value } | undefined;
  #isOver = false;

  constructor(find: () => { readonly item: Value } | undefined) {
    this.#find = find;
  }

  hasNext(): boolean {
    if (this.#found === undefined && !this.#isOver) {
      this.#found = this.#find();
      this.#isOver = this.#found === undefined;
    }
    return this.#found !== undefined;
  }

  next(): Value {
    const item = this.hasNext() ? this.#found?.item : undefined;
    this.#found = undefined;
    return item;
  }
}

function matches(item: Value, transform: Transform, env: Environment): boolean {
  env.step();
  const result = transform(item, env);
  const flag = booleanOf(result);
  if (flag !== undefined) return flag;
  throw env.failure(
    'type-mismatch',
    result == null
      ? 'The filter expression has returned no value (has returned null), rather than a boolean.'
      : 'The filter expression had to return a boolean value.',
  );
}
