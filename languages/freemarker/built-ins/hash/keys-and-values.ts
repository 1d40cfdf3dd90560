import { wrongType } from '../../runtime/type-errors.ts';
import { hashEntries } from '../../values/hashes.ts';
import type { Value } from '../../values/value.ts';
import type { BuiltIn } from '../built-in.ts';

type Entries = readonly (readonly [string, Value])[];

function onHash(evaluate: (entries: Entries) => Value): BuiltIn<Entries> {
  return {
    prepare: (value, _env, node) => {
      const entries = hashEntries(value);
      if (entries === undefined) throw wrongType(node.target, value, 'extended hash');
      return entries;
    },
    evaluate,
  };
}

/** Built-ins of hashes. */
export const hashes = {
  keys: onHash((entries) => entries.map(([key]) => key)),
  values: onHash((entries) => entries.map(([, value]) => value)),
};
