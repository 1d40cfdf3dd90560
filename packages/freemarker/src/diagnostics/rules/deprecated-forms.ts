import { elementsIn, expressionsIn } from '../../analysis/expression-children.ts';
import type { Element } from '../../ast/elements.ts';
import { builtInNamed } from '../../built-ins/registry.ts';
import type { Diagnostic, QuickFix, Rule } from '../diagnostic.ts';
import { replacement } from '../edits.ts';

/** What the language keeps for old templates only. */
export const deprecatedForms: Rule = ({ root, text }) => {
  const found: Diagnostic[] = [];
  const report = (message: string, start: number, end: number, fixes: readonly QuickFix[] = []): void => {
    found.push({ code: 'deprecated', severity: 'info', message, start, end, fixes });
  };
  for (const element of elementsIn(root)) {
    const old = deprecatedElement(element);
    if (old !== undefined) report(old.message, element.start, old.end ?? element.end, old.fixes);
  }
  for (const { expression } of expressionsIn(root)) {
    if (expression.type !== 'built-in') continue;
    const deprecated = builtInNamed(expression.name)?.deprecated;
    if (deprecated === undefined) continue;
    const { use, rewrite } = deprecated;
    const mark = text.lastIndexOf('?', expression.nameStart);
    report(
      `?${text.slice(expression.nameStart, expression.nameEnd)} is deprecated. Use ${use}.`,
      expression.nameStart,
      expression.nameEnd,
      rewrite === undefined
        ? []
        : [{ title: `Use ${rewrite}`, edits: [replacement(mark, expression.nameEnd, rewrite)] }],
    );
  }
  return found;
};

interface OldElement {
  readonly message: string;
  /** Where the tag ends, when the element holds more. */
  readonly end?: number;
  readonly fixes?: readonly QuickFix[];
}

function deprecatedElement(element: Element): OldElement | undefined {
  switch (element.type) {
    case 'numeric-interpolation':
      return {
        message: '#{…} is deprecated. Use ${…} with a number format, such as ?string("0.00").',
        fixes: [numericFix(element)],
      };
    case 'list':
      return element.isForeach
        ? { message: '#foreach is deprecated. Use #list.', end: element.sequence.end }
        : undefined;
    case 'user-directive':
      return element.isLegacyCall ? { message: '#call is deprecated. Use <@name …/>.' } : undefined;
    case 'transform':
      return { message: '#transform is deprecated. Use <@name …>.', end: element.transform.end };
    default:
      return undefined;
  }
}

function numericFix(element: Element & { type: 'numeric-interpolation' }): QuickFix {
  const { expression, fractionDigits } = element;
  const body = element.source.text.slice(expression.start, expression.end);
  if (fractionDigits === undefined) {
    return { title: 'Use ${…}', edits: [replacement(element.start, element.end, `\${${body}}`)] };
  }
  const { min, max } = fractionDigits;
  const pattern = `0${max > 0 ? '.' : ''}${'0'.repeat(min)}${'#'.repeat(Math.max(max - min, 0))}`;
  return {
    title: `Use ?string("${pattern}")`,
    edits: [replacement(element.start, element.end, `\${(${body})?string("${pattern}")}`)],
  };
}
