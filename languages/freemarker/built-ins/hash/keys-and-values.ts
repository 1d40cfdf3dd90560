import { wrongType } from '../../runtime/type-errors.ts';
import { hashEntries, HashMembers } from '../../values/hashes.ts';
import type { Value } from '../../values/value.ts';
import { builtIn } from '../built-in.ts';
import { target } from '../targets.ts';

const entries = target('hash', (value, _env, node) => {
  const found = hashEntries(value);
  if (found === undefined) throw wrongType(node.target, value, 'extended hash');
  return found;
});

function members(found: readonly (readonly [string, Value])[], which: 0 | 1): HashMembers {
  const list = new HashMembers();
  for (const entry of found) list.push(entry[which]);
  return list;
}

/** Built-ins of hashes. */
export const hashes = [
  builtIn({
    name: 'keys',
    doc: 'The keys, as a sequence.',
    example: { template: '${{"a": 1, "b": 2}?keys?join(" ")}', output: 'a b' },
    on: entries,
    gives: 'sequence',
    evaluate: (found) => members(found, 0),
  }),
  builtIn({
    name: 'values',
    doc: 'The values, as a sequence.',
    example: { template: '${{"a": 1, "b": 2}?values?join(" ")}', output: '1 2' },
    on: entries,
    gives: 'sequence',
    evaluate: (found) => members(found, 1),
  }),
];
