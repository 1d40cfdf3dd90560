import type { BuiltInExpression } from '../../ast/expressions.ts';
import { runtimeError } from '../../errors/runtime-errors.ts';
import { toPlainText } from '../../runtime/coercion.ts';
import type { Value } from '../../values/value.ts';
import { plain } from '../built-in.ts';
import type { BuiltIn } from '../built-in.ts';

/** Built-ins that reach into Java: refused, because templates come from files of unknown origin. */
export const expert = {
  new: {
    prepare: (value, env, node) => toPlainText(value, node.target, env),
    call: (_className, _args, env) => {
      throw env.failure(
        'refused',
        'Instantiating classes is not allowed in the template, for security reasons.',
      );
    },
  } satisfies BuiltIn<string>,
  api: { prepare: plain, evaluate: (_value, _env, node) => refuseApi(node) } satisfies BuiltIn<Value>,
};

function refuseApi(node: BuiltInExpression): never {
  throw runtimeError('refused', "Can't use ?api, because access to the Java API is off.", node);
}
