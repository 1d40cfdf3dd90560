import type { UserDirectiveElement } from '../ast/elements.ts';
import { missingValue, runtimeError, wrongType } from '../errors/runtime-errors.ts';
import { CONTINUE_NORMALLY } from '../runtime/compiled.ts';
import type { CompiledTemplate, Execute } from '../runtime/compiled.ts';
import { DirectiveValue, Macro } from '../values/macro.ts';
import { javaHashOrder } from '../values/java-hash-order.ts';
import { compileBlock } from './elements.ts';
import { compileExpression } from './expressions.ts';
import { includeTemplate } from './include.ts';
import { invokeMacro } from './macro-invocation.ts';
import type { CompileScope } from './scope.ts';

export function compileUserDirective(node: UserDirectiveElement, scope: CompileScope): Execute {
  const callee = compileExpression(node.callee, scope);
  // Named arguments are evaluated and collected in the order of a Java HashMap.
  const named =
    node.named === undefined
      ? undefined
      : javaHashOrder(node.named, ({ name }) => name).map(({ name, value }) => ({
          name,
          value: compileExpression(value, scope),
        }));
  const positional = node.positional?.map((argument) => compileExpression(argument, scope));
  const args = { named, positional };
  const body = node.children.length > 0 ? compileBlock(node.children, scope) : undefined;
  return (env) => {
    env.current = node;
    const value = callee(env);
    if (value instanceof Macro) {
      if (value.isFunction && !node.isLegacyCall) {
        throw runtimeError(
          'type-mismatch',
          `Routine "${value.element.name}" is a function, not a directive. Functions can only be called from ` +
            'expressions, like in ${f()}.',
          node,
        );
      }
      invokeMacro(value, args, body, node.bodyParameters, scope, env);
      return CONTINUE_NORMALLY;
    }
    if (value instanceof DirectiveValue) {
      if (value.template !== undefined) includeTemplate(value.template as CompiledTemplate, env);
      return CONTINUE_NORMALLY;
    }
    if (value == null) throw missingValue(node.callee);
    throw wrongType(node.callee, value, 'user-defined directive, transform or macro');
  };
}
