import { wrongType } from '../../runtime/type-errors.ts';
import { hashEntries } from '../../values/hashes.ts';
import { builtIn } from '../built-in.ts';
import { target } from '../targets.ts';
import { keyList } from './key-lists.ts';

const entries = target('hash', (value, _env, node) => {
  const found = hashEntries(value);
  if (found === undefined) throw wrongType(node.target, value, 'extended hash');
  return found;
});

/** Built-ins of hashes. */
export const hashes = [
  builtIn({
    name: 'keys',
    items: 'all',
    doc: 'The keys, as a sequence.',
    example: { template: '${{"a": 1, "b": 2}?keys?join(" ")}', output: 'a b' },
    on: entries,
    gives: 'sequence',
    evaluate: (found) => keyList(found.map(([key]) => key)),
  }),
  builtIn({
    name: 'values',
    items: 'all',
    doc: 'The values, as a sequence.',
    example: { template: '${{"a": 1, "b": 2}?values?join(" ")}', output: '1 2' },
    on: entries,
    gives: 'sequence',
    evaluate: (found) => keyList(found.map(([, value]) => value)),
  }),
];
