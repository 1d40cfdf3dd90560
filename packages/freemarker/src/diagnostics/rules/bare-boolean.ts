import { elementsIn } from '../../analysis/expression-children.ts';
import { kindOf } from '../../analysis/value-kinds.ts';
import type { Diagnostic, Rule } from '../diagnostic.ts';
import { appendBuiltIn } from '../edits.ts';

/** A boolean cannot be printed as it is: rendering fails unless `boolean_format` is set. */
export const bareBoolean: Rule = ({ root, known, before }) => {
  const found: Diagnostic[] = [];
  let hasFormat = false;
  for (const element of elementsIn(root)) {
    if (element.type === 'setting' && element.name === 'boolean_format') hasFormat = true;
    if (hasFormat || element.start > before.booleanFormatFrom) continue;
    if (element.type !== 'interpolation' || kindOf(element.expression, known) !== 'boolean') continue;
    const { expression } = element;
    found.push({
      code: 'bare-boolean',
      severity: 'warning',
      message: 'A boolean cannot be printed as it is, and rendering fails here. Add ?c for true or false.',
      start: expression.start,
      end: expression.end,
      fixes: [
        appendBuiltIn(expression, '?c'),
        { ...appendBuiltIn(expression, "?then('yes', 'no')"), title: "Add ?then('yes', 'no')" },
      ],
    });
  }
  return found;
};
