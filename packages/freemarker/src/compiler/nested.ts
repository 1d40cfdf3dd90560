import type { NestedElement } from '../ast/elements.ts';
import { CONTINUE_NORMALLY } from '../runtime/compiled.ts';
import type { Execute } from '../runtime/compiled.ts';
import { LocalFrame } from '../runtime/local-frame.ts';
import type { Value } from '../values/value.ts';
import { compileExpression } from './expressions.ts';
import type { CompileScope } from './scope.ts';

/** `#nested`: runs the content of the macro's call, in the scope of the caller. */
export function compileNested(node: NestedElement, scope: CompileScope): Execute {
  const args = node.arguments.map((argument) => compileExpression(argument, scope));
  return (env) => {
    env.current = node;
    const values = args.map((argument) => argument(env));
    const call = env.macroCall;
    if (call === undefined) throw env.failure('invalid-argument', '#nested must be inside a macro.');
    const { body, bodyParameters } = call;
    if (body === undefined) return CONTINUE_NORMALLY;
    const { locals, namespace, templateName } = env;
    env.enter();
    env.macroCall = call.outerCall;
    env.namespace = call.outerNamespace;
    env.locals = call.outerLocals;
    if (env.context.parseSettings.incompatibleImprovements !== 2_003_022) {
      env.templateName = call.outerNamespace.templateName;
    }
    if (bodyParameters !== undefined) env.locals = bodyFrame(call.outerLocals, bodyParameters, values);
    try {
      return body(env);
    } finally {
      env.macroCall = call;
      env.namespace = namespace;
      env.locals = locals;
      env.templateName = templateName;
      env.current = node;
      env.leave();
    }
  };
}

function bodyFrame(
  outer: LocalFrame | undefined,
  names: readonly string[],
  values: readonly Value[],
): LocalFrame {
  const frame = new LocalFrame(outer, undefined);
  if (values.length === 0) return frame;
  const more = new Map<string, Value>();
  for (const [i, value] of values.entries()) {
    const name = names[i];
    if (name !== undefined) more.set(name, value);
  }
  frame.more = more;
  return frame;
}
