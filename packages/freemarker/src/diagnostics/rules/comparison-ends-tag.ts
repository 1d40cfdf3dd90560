import { elementsIn } from '../../analysis/expression-children.ts';
import type { Diagnostic, Rule } from '../diagnostic.ts';
import { replacement } from '../edits.ts';

/** `<#if a > b>`: the first `>` ends the tag, and the rest is printed. */
export const comparisonEndsTag: Rule = ({ root, text }) => {
  const found: Diagnostic[] = [];
  for (const element of elementsIn(root)) {
    if (element.type !== 'conditional' || element.condition === undefined) continue;
    const tagEnd = text.indexOf('>', element.condition.end);
    if (tagEnd < 0 || text.slice(element.condition.end, tagEnd).trim() !== '') continue;
    // The apparent right side of a comparison, and a second end of the tag on the same line. Without a space
    // before the `>`, only text without spaces counts.
    const isSpaced = /\s/.test(text.charAt(tagEnd - 1));
    const rightSide = isSpaced ? /^(=?)[ \t]*[\w"'(.!-][^<>\n]*>/ : /^(=?)[\w"'(.!-][^<>\s]*>/;
    const rest = rightSide.exec(text.slice(tagEnd + 1));
    if (rest === null) continue;
    const operator = rest[1] === '=' ? 'gte' : 'gt';
    const written = rest[1] === '=' ? '>=' : '>';
    const end = tagEnd + written.length;
    const before = isSpaced ? '' : ' ';
    const after = /\s/.test(text.charAt(end)) ? '' : ' ';
    found.push({
      code: 'comparison-ends-tag',
      severity: 'warning',
      message: `This ${written} ends the tag instead of comparing. Write ${operator}, or put the comparison in parentheses.`,
      start: tagEnd,
      end,
      fixes: [{ title: `Use ${operator}`, edits: [replacement(tagEnd, end, before + operator + after)] }],
    });
  }
  return found;
};
