import { isEmptyValue } from '../../runtime/coercion.ts';
import { EMPTY_VALUE } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import type { BuiltIn } from '../built-in.ts';
import { plain } from '../built-in.ts';

/**
 * Built-ins about missing values. Their target is forgiven what is missing inside parentheses; compiling them
 * sees to that.
 */
export const existence = {
  exists: { prepare: plain, evaluate: (value) => value != null } satisfies BuiltIn<Value>,
  has_content: { prepare: plain, evaluate: (value) => !isEmptyValue(value) } satisfies BuiltIn<Value>,
  if_exists: { prepare: plain, evaluate: (value) => value ?? EMPTY_VALUE } satisfies BuiltIn<Value>,
  default: {
    prepare: plain,
    call: (value, args, env) => {
      if (value != null) return value;
      if (args.length === 0) throw env.failure('invalid-argument', '?default needs at least 1 argument.');
      return args.find((arg) => arg != null);
    },
  } satisfies BuiltIn<Value>,
};
