import type { Expression } from '../ast/expressions.ts';
import { markupOf } from '../output-formats/markup.ts';
import { textOrUndefined } from '../runtime/coercion.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { booleanOf, MarkupValue } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import { TemplateError } from '../errors/template-error.ts';
import type { CompileScope } from './scope.ts';

/** The same expression; a traced one also notes its value, unless the template says it already. */
export function tracingValue(node: Expression, evaluate: Evaluate, scope: CompileScope): Evaluate {
  if (!scope.isTraced || isLiteral(node)) return evaluate;
  return (env) => {
    const value = evaluate(env);
    noteValue(node, value, env);
    return value;
  };
}

/** Values inside of a macro belong to one of its calls, and are noted there. */
function noteValue(node: Expression, value: Value, env: Environment): void {
  if (env.trace === undefined || env.macroCall !== undefined || value == null) return;
  const text = textOf(value, node, env);
  if (text !== undefined) env.trace.noteValue(node, text);
}

function isLiteral(node: Expression): boolean {
  return (
    node.type === 'number' || node.type === 'boolean' || (node.type === 'string' && node.parts === undefined)
  );
}

/** Undefined for hashes and sequences, which have no text, and for what can't be formatted. */
function textOf(value: Value, node: Expression, env: Environment): string | undefined {
  if (typeof value === 'string') return value;
  if (value instanceof MarkupValue) return markupOf(value);
  const flag = booleanOf(value);
  if (flag !== undefined) return String(flag);
  try {
    return textOrUndefined(value, node, env);
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}
