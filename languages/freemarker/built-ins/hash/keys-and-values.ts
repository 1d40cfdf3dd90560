import { wrongType } from '../../errors/runtime-errors.ts';
import { hashGet, hashKeys } from '../../values/hashes.ts';
import type { Value } from '../../values/value.ts';
import type { BuiltIn } from '../built-in.ts';

interface Listing {
  readonly hash: object;
  readonly keys: readonly string[];
}

function onHash(evaluate: (listing: Listing) => Value): BuiltIn<Listing> {
  return {
    prepare: (value, _env, node) => {
      const keys = hashKeys(value);
      if (keys === undefined) throw wrongType(node.target, value, 'extended hash');
      return { hash: value as object, keys };
    },
    evaluate,
  };
}

/** Built-ins of hashes. */
export const hashes = {
  keys: onHash(({ keys }) => keys),
  values: onHash(({ hash, keys }) => keys.map((key) => hashGet(hash, key))),
};
