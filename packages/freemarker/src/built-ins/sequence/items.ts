import { runtimeError } from '../../errors/runtime-errors.ts';
import { textOrUndefined } from '../../runtime/coercion.ts';
import type { Environment } from '../../runtime/environment.ts';
import { isSequence, itemAt, iterate, sizeOf } from '../../values/sequences.ts';
import { LazySequence } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import { builtIn, builtInFunction } from '../built-in.ts';
import { anything, integer, optional, text } from '../parameters.ts';
import { enumerables, sequences } from '../targets.ts';
import { allItems, checkFinite } from './all-items.ts';

/** Built-ins that take items of sequences, or sequences apart and together. */
export const sequenceItems = [
  builtIn({
    name: 'first',
    items: 'one',
    doc: 'The first item.',
    example: { template: '${["a", "b", "c"]?first}', output: 'a' },
    on: enumerables,
    takesLazy: 'always',
    evaluate: (value) => {
      const iterator = iterate(value);
      return iterator?.hasNext() === true ? iterator.next() : undefined;
    },
  }),
  builtIn({
    name: 'last',
    items: 'one',
    doc: 'The last item.',
    example: { template: '${["a", "b", "c"]?last}', output: 'c' },
    on: sequences,
    evaluate: (sequence) =>
      sizeOf(sequence) === 0 ? undefined : itemAt(sequence, Math.min(sizeOf(sequence), 2147483647) - 1),
  }),
  builtIn({
    name: 'reverse',
    items: 'all',
    doc: 'In reverse order.',
    example: { template: '${["a", "b", "c"]?reverse?join(" ")}', output: 'c b a' },
    on: sequences,
    gives: 'sequence',
    evaluate: (sequence, env) => {
      checkFinite(sequence, env);
      return allItems(sequence, env).reverse();
    },
  }),
  builtIn({
    name: 'sequence',
    items: 'all',
    doc: 'As a sequence, with its items ready.',
    example: { template: '${(1..3)?filter(n -> n > 1)?sequence[0]}', output: '2' },
    since: '2.3.29',
    on: enumerables,
    gives: 'sequence',
    takesLazy: 'always',
    givesLazy: true,
    evaluate: (value) => {
      if (isSequence(value) || !(value instanceof LazySequence)) return value;
      return new LazySequence(true, value.iterate, value.size);
    },
  }),
  builtInFunction({
    name: 'chunk',
    items: 'all',
    doc: 'Cut into sequences of the given size.',
    example: {
      template: '<#list [1, 2, 3]?chunk(2, 0) as row>${row?join(",")};</#list>',
      output: '1,2;3,0;',
    },
    since: '2.3.3',
    on: sequences,
    parameters: [integer('size'), optional(anything('filler'))],
    gives: 'sequence',
    call: (sequence, [size, filler], env) => {
      if (size < 1)
        throw env.failure('invalid-argument', 'The 1st argument to ?chunk(...) must be at least 1.');
      checkFinite(sequence, env);
      if (filler != null) env.checkLength(size);
      const items = allItems(sequence, env);
      const chunks: Value[][] = [];
      for (let i = 0; i < items.length; i += size) chunks.push(items.slice(i, i + size));
      const last = chunks.at(-1);
      if (last !== undefined && filler != null) while (last.length < size) last.push(filler);
      return chunks;
    },
  }),
  builtInFunction({
    name: 'join',
    doc: 'The items as one string.',
    example: { template: '${["a", "b", "c"]?join(", ", "none", ".")}', output: 'a, b, c.' },
    since: '2.3.23',
    on: enumerables,
    parameters: [text('separator'), optional(text('whenEmpty')), optional(text('ending'))],
    gives: 'string',
    json: { asValue: true },
    isCommon: true,
    takesLazy: 'when-called',
    call: (value, [separator, whenEmpty = '', ending = ''], env) =>
      join(value, separator, whenEmpty, ending, env),
  }),
];

function join(value: Value, separator: string, whenEmpty: string, ending: string, env: Environment): string {
  checkFinite(value, env);
  let text = '';
  let hadItem = false;
  const iterator = iterate(value);
  for (let index = 0; iterator?.hasNext() === true; index++) {
    env.step();
    const current = iterator.next();
    if (current == null) continue;
    if (hadItem) text += separator;
    hadItem = true;
    text += itemText(current, index, env);
    env.checkString(text);
  }
  return hadItem ? text + ending : whenEmpty;
}

function itemText(item: Value, index: number, env: Environment): string {
  const text = textOrUndefined(item, env.current, env);
  if (text !== undefined) return text;
  throw runtimeError(
    'type-mismatch',
    `"?join" failed at index ${index}: the item is not printable.`,
    env.current,
  );
}
