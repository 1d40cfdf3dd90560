import type { BuiltInExpression } from '../../ast/expressions.ts';
import { compileExpression } from '../../compiler/expressions.ts';
import type { CompileScope } from '../../compiler/scope.ts';
import { runtimeError } from '../../errors/runtime-errors.ts';
import { wrongType } from '../../runtime/type-errors.ts';
import { TemplateError } from '../../errors/template-error.ts';
import { parseWholeExpression } from '../../parser/parse.ts';
import { toPlainText } from '../../runtime/coercion.ts';
import type { Evaluate } from '../../runtime/compiled.ts';
import type { Environment } from '../../runtime/environment.ts';
import { DirectiveValue } from '../../runtime/macro.ts';
import { itemAt, sequenceOf } from '../../values/sequences.ts';
import { stringOf } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';

/** `?eval`: the string as an expression. Its syntax errors are blamed on the `?eval`, others on the element around. */
export function compileEval(node: BuiltInExpression, scope: CompileScope): Evaluate {
  const target = compileExpression(node.target, scope);
  return (env) => {
    const text = toPlainText(target(env), node.target, env);
    const message = `Failed to "?${node.name}" string with this error:`;
    const { current } = env;
    return env.nestedEvaluation(() => {
      let expression;
      try {
        expression = parseWholeExpression(`(${text})`, scope.settings, node, node.source.name);
      } catch (error) {
        throw embedded(error, message, node);
      }
      try {
        return compileExpression(expression, scope)(env);
      } catch (error) {
        throw embedded(error, message, current);
      }
    });
  };
}

/** An error of embedded code as one of the code around it; limits stay what they are. */
export function embedded(error: unknown, message: string, at: Parameters<typeof runtimeError>[2]): unknown {
  if (!(error instanceof TemplateError) || error.phase === 'fatal' || error.code.startsWith('limit-'))
    return error;
  return runtimeError(
    error.code === 'missing-value' ? 'invalid-argument' : error.code,
    `${message}\n${error.message}`,
    at,
    error,
  );
}

/** `?interpret`: the string (or the first item of a sequence, with a name as second) as a template to call. */
export function compileInterpret(node: BuiltInExpression, scope: CompileScope): Evaluate {
  const target = compileExpression(node.target, scope);
  return (env) => {
    const { source, id } = sourceAndName(target(env), node, env);
    env.step();
    const settings = {
      ...env.context.parseSettings,
      outputFormat: node.outputFormat,
      autoEscapingPolicy: node.autoEscapingPolicy,
      recognizeStandardFileExtensions: false,
    };
    try {
      const template = env.context.compile(source, `${env.current.source.name}->${id}`, settings);
      return new DirectiveValue('interpret', template);
    } catch (error) {
      throw embedded(error, `Template parsing with "?${node.name}" has failed with this error:`, node);
    }
  };
}

function sourceAndName(
  value: Value,
  node: BuiltInExpression,
  env: Environment,
): { source: string; id: string } {
  const sequence = sequenceOf(value);
  if (sequence === undefined && stringOf(value) === undefined)
    throw wrongType(node.target, value, 'sequence or string');
  if (sequence === undefined || typeof value === 'string') {
    return { source: toPlainText(value, node.target, env), id: 'anonymous_interpreted' };
  }
  const name = itemAt(sequence, 1);
  return {
    source: toPlainText(itemAt(sequence, 0), node.target, env),
    id: name == null ? 'anonymous_interpreted' : toPlainText(name, node.target, env),
  };
}
