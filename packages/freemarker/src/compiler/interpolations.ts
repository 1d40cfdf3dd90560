import type { InterpolationElement, NumericInterpolationElement } from '../ast/elements.ts';
import { runtimeError } from '../errors/runtime-errors.ts';
import { numberFormat } from '../number-format/index.ts';
import { escapeFor } from '../output-formats/escaping.ts';
import { isMarkupFormat } from '../output-formats/format-names.ts';
import { markupOf } from '../output-formats/markup.ts';
import { formatNumber, toNumber, toStringOrMarkup } from '../runtime/coercion.ts';
import { CONTINUE_NORMALLY } from '../runtime/compiled.ts';
import type { Execute } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { valueOf } from '../runtime/operand.ts';
import type { MarkupValue } from '../values/value.ts';
import { compileExpression } from './expressions.ts';
import { compileOperand } from './operand.ts';
import type { CompileScope } from './scope.ts';

/** `before` is text right before it, which is printed in the same step: most interpolations have some. */
export function compileInterpolation(node: InterpolationElement, scope: CompileScope, before = ''): Execute {
  const operand = compileOperand(node.escaped, scope);
  const { autoEscape, outputFormat, escaped } = node;
  return (env) => {
    env.current = node;
    let printed: string;
    try {
      const value = valueOf(operand, env);
      const text =
        typeof value === 'string'
          ? value
          : typeof value === 'number'
            ? formatNumber(value, env)
            : toStringOrMarkup(value, escaped, env);
      if (typeof text !== 'string') printed = printedMarkup(text, node);
      else printed = autoEscape ? env.escaped(outputFormat, text) : text;
    } catch (error) {
      env.out += before;
      throw error;
    }
    // In one go: each time that the output is stored costs as much as joining a piece to it.
    env.out = env.out + before + printed;
    return CONTINUE_NORMALLY;
  };
}

/** Markup of another format is printed only if it is still plain text, which is then escaped again. */
function printedMarkup(value: MarkupValue, node: InterpolationElement): string {
  const { outputFormat } = node;
  if (value.format === outputFormat || outputFormat === 'undefined') return markupOf(value);
  if (value.plain === undefined) {
    throw runtimeError(
      'type-mismatch',
      `The value to print is in ${value.format} format, which differs from the current output format, ` +
        `${outputFormat}. Format conversion wasn't possible.`,
      node,
    );
  }
  return isMarkupFormat(outputFormat) ? escapeFor(outputFormat, value.plain) : value.plain;
}

export function compileNumericInterpolation(node: NumericInterpolationElement, scope: CompileScope): Execute {
  const text = interpolatedText(node, scope);
  return (env) => {
    env.current = node;
    const printed = text(env) as string;
    env.out += node.autoEscape ? escapeFor(node.outputFormat, printed) : printed;
    return CONTINUE_NORMALLY;
  };
}

/** What an interpolation inside a string literal contributes to it. */
export function interpolatedText(
  node: InterpolationElement | NumericInterpolationElement,
  scope: CompileScope,
): (env: Environment) => string | MarkupValue {
  if (node.type === 'interpolation') {
    const evaluate = compileExpression(node.escaped, scope);
    return (env) => toStringOrMarkup(evaluate(env), node.escaped, env);
  }
  const evaluate = compileExpression(node.expression, scope);
  const { min, max } = node.fractionDigits ?? { min: 0, max: 50 };
  const pattern = `0.${'0'.repeat(min)}${'#'.repeat(max - min)}`.replace(/\.$/, '');
  return (env) => {
    const value = toNumber(evaluate(env), node.expression);
    return numberFormat(pattern, { locale: env.settings.locale, computerFormat: 'legacy' }).format(value);
  };
}
