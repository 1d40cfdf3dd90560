import type { ElementBase, TransformElement, UserDirectiveElement } from '../ast/elements.ts';
import type { Expression } from '../ast/expressions.ts';
import { embedded } from '../runtime/embedded-errors.ts';
import type { Environment } from '../runtime/environment.ts';
import { missingValue, runtimeError } from '../errors/runtime-errors.ts';
import { wrongType } from '../runtime/type-errors.ts';
import { CONTINUE_NORMALLY, RETURN } from '../runtime/compiled.ts';
import type { Evaluate, Execute } from '../runtime/compiled.ts';
import { DirectiveValue, Macro } from '../runtime/macro.ts';
import { FilterDirective, sharedDirective } from '../runtime/shared-directives.ts';
import type { DirectiveArguments } from '../runtime/shared-directives.ts';
import type { Value } from '../values/value.ts';
import { javaHashOrder } from '../values/java-hash-order.ts';
import type { NamedArg } from './argument-binding.ts';
import { compileBlock } from './elements.ts';
import { compileExpression } from './expressions.ts';
import { runFiltered } from './filtered-body.ts';
import { includeTemplate } from './include.ts';
import { invokeMacro } from './macro-invocation.ts';
import type { CompileScope } from './scope.ts';
import { tracingValue } from './traced-values.ts';

export function compileUserDirective(node: UserDirectiveElement, scope: CompileScope): Execute {
  const callee = compileExpression(node.callee, scope);
  const passed = (value: Expression): Evaluate => tracingValue(value, compileExpression(value, scope), scope);
  // Named arguments are evaluated and collected in the order of a Java HashMap.
  const named =
    node.named === undefined
      ? undefined
      : javaHashOrder(node.named, ({ name }) => name).map(({ name, value }) => ({
          name,
          value: passed(value),
        }));
  const positional = node.positional?.map(passed);
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
      const signal = invokeMacro(value, args, body, node.bodyParameters, scope, env);
      // What the nested content leaves is a loop around the call.
      return signal === RETURN ? CONTINUE_NORMALLY : signal;
    }
    if (value instanceof DirectiveValue) {
      if (value.name === 'include') rejectArguments(node, env);
      runDirective(value, node, env);
      return body === undefined || value.name !== 'interpret' ? CONTINUE_NORMALLY : body(env);
    }
    if (value instanceof FilterDirective) {
      return runFiltered(node, body ?? nothing, value.start(evaluated(named, env), env), env);
    }
    if (value == null) throw missingValue(node.callee);
    throw wrongType(node.callee, value, 'user-defined directive, transform or macro');
  };
}

const isTransform = (value: Value): boolean =>
  value instanceof FilterDirective || value instanceof DirectiveValue;

const nothing: Execute = () => CONTINUE_NORMALLY;

function evaluated(named: readonly NamedArg[] | undefined, env: Environment): DirectiveArguments {
  return new Map(named?.map(({ name, value }) => [name, value(env)]));
}

function rejectArguments(node: UserDirectiveElement, env: Environment): void {
  if ((node.named?.length ?? 0) + (node.positional?.length ?? 0) > 0) {
    throw env.failure('invalid-argument', 'This directive supports no parameters.');
  }
  if ((node.bodyParameters?.length ?? 0) > 0) {
    throw env.failure('invalid-argument', 'This directive supports no loop variables.');
  }
  if (node.children.length > 0)
    throw env.failure('invalid-argument', 'This directive supports no nested content.');
}

/** Runs the result of `?interpret` and the like. What fails in an interpreted template is blamed on the call. */
export function runDirective(value: DirectiveValue, node: ElementBase, env: Environment): void {
  const { content } = value;
  if (content === undefined) return;
  if (typeof content === 'string') {
    env.print(content);
    return;
  }
  if (value.name !== 'interpret') {
    includeTemplate(content, env);
    return;
  }
  try {
    env.nestedEvaluation(() => {
      includeTemplate(content, env);
    });
  } catch (error) {
    throw embedded(error, 'Template created with "?interpret" has stopped with this error:', node);
  }
}

/** The deprecated `<#transform …>`. */
export function compileTransform(node: TransformElement, scope: CompileScope): Execute {
  const transform = compileExpression(node.transform, scope);
  const body = compileBlock(node.children, scope);
  const shared = node.transform.type === 'identifier' ? sharedDirective(node.transform.name) : undefined;
  const named = node.named.map(({ name, value }) => ({ name, value: compileExpression(value, scope) }));
  return (env) => {
    env.current = node;
    const found = transform(env);
    // A variable of the template's own does not hide a transform of the configuration.
    const value = isTransform(found) ? found : (shared ?? found);
    if (value instanceof FilterDirective) {
      return runFiltered(node, body, value.start(evaluated(named, env), env), env);
    }
    if (!(value instanceof DirectiveValue)) throw wrongType(node.transform, value, 'transform');
    runDirective(value, node, env);
    return body(env);
  };
}
