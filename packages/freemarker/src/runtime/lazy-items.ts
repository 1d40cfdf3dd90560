import type { LazySequence, Value } from '../values/value.ts';
import type { Environment } from './environment.ts';

/** All items of a lazily made sequence. */
export function collect(sequence: LazySequence, env: Environment): Value[] {
  const items: Value[] = [];
  const iterator = sequence.iterate();
  while (iterator.hasNext()) {
    items.push(iterator.next());
    env.checkLength(items.length);
  }
  return items;
}
