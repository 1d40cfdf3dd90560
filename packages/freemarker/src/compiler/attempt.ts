import type { AttemptElement } from '../ast/elements.ts';
import { isRecoverable } from '../errors/template-error.ts';
import { CONTINUE_NORMALLY } from '../runtime/compiled.ts';
import type { Execute, Signal } from '../runtime/compiled.ts';
import { compileBlock } from './elements.ts';
import type { CompileScope } from './scope.ts';

/** `#attempt`: what fails prints nothing and `#recover` runs instead. Limits are not recoverable. */
export function compileAttempt(node: AttemptElement, scope: CompileScope): Execute {
  const [attempted, section] = node.children;
  const rethrowing = { ...scope, exceptionHandler: 'rethrow' as const };
  const body = compileBlock(attempted?.children ?? [], rethrowing);
  const recovery = compileBlock(section?.children ?? [], scope);
  return (env) => {
    const { out, locals, namespace, macroCall, templateName, depth } = env;
    env.out = '';
    env.trace?.collect(out.length);
    let signal: Signal;
    try {
      signal = body(env);
    } catch (error) {
      env.out = out;
      env.trace?.drop();
      if (!isRecoverable(error)) throw error;
      env.locals = locals;
      env.namespace = namespace;
      env.macroCall = macroCall;
      env.templateName = templateName;
      env.depth = depth;
      env.recovered.push(error);
      try {
        return recovery(env);
      } finally {
        env.recovered.pop();
      }
    }
    // #break, #continue, and #return out of the block discard its output: a quirk of the original.
    if (signal !== CONTINUE_NORMALLY) {
      env.out = out;
      env.trace?.drop();
      return signal;
    }
    env.out = out + env.out;
    env.trace?.keep();
    return signal;
  };
}
