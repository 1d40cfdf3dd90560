import { elementsIn } from '../../analysis/expression-children.ts';
import type { Diagnostic, Rule } from '../diagnostic.ts';
import { insertion } from '../edits.ts';

/** `<@m "a" (x)/>` is one argument, the call `"a"(x)`; two were meant. */
export const argumentsWithoutComma: Rule = ({ root, text }) => {
  const found: Diagnostic[] = [];
  for (const element of elementsIn(root)) {
    if (element.type !== 'user-directive' && element.type !== 'nested') continue;
    const args = element.type === 'nested' ? element.arguments : (element.positional ?? []);
    for (const argument of args) {
      if (argument.type !== 'call' && argument.type !== 'dynamic-key') continue;
      const { target } = argument;
      const isLiteral = target.type === 'string' || target.type === 'number' || target.type === 'boolean';
      if (!isLiteral && !/^\s/.test(text.slice(target.end))) continue;
      found.push({
        code: 'arguments-without-comma',
        severity: 'warning',
        message: `This is one argument, not two: ${text.slice(argument.start, argument.end)}. Separate arguments with a comma.`,
        start: argument.start,
        end: argument.end,
        fixes: [{ title: 'Insert a comma', edits: [insertion(target.end, ',')] }],
      });
    }
  }
  return found;
};
