import { hashKeys, RepeatingHash } from '../../values/hashes.ts';
import { iterate, sequenceOf, sizeOf } from '../../values/sequences.ts';
import { LazySequence } from '../../values/value.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { builtIn } from '../built-in.ts';
import { anyOf } from '../targets.ts';

/** How big a sequence or hash is. */
export const size = [
  builtIn({
    name: 'size',
    doc: 'How many items there are.',
    example: { template: '${["a", "b", "c"]?size}', output: '3' },
    on: anyOf('sequence', 'hash'),
    gives: 'number',
    isCommon: true,
    takesLazy: 'always',
    evaluate: (value, env, node) => {
      const sequence = sequenceOf(value);
      if (sequence !== undefined) return Math.min(sizeOf(sequence), 2147483647);
      if (value instanceof RepeatingHash) return value.size;
      const keys = hashKeys(value);
      if (keys !== undefined) return keys.length;
      if (!(value instanceof LazySequence) || !value.isSequence) {
        throw wrongType(node.target, value, 'extended-hash or sequence or extended collection');
      }
      if (value.size !== undefined) return Math.min(value.size, 2147483647);
      let count = 0;
      const iterator = iterate(value);
      while (iterator?.hasNext() === true) {
        iterator.next();
        count++;
        env.step();
      }
      return count;
    },
  }),
];
