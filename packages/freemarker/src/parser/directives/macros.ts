import type { Element, MacroElement, MacroParameter } from '../../ast/elements.ts';
import { T } from '../../lexer/token.ts';
import type { TokenKind } from '../../lexer/token.ts';
import { parseExpression, parsePositional } from '../expressions.ts';
import { parseMixedContent } from '../mixed-content.ts';
import type { Parser } from '../parser.ts';
import { parseName } from './assignment.ts';
import { looseEnd } from './directive.ts';

/** What makes a place for parameters, local variables and returns. */
export const CALLABLES: readonly TokenKind[] = [T.MACRO, T.FUNCTION];

export function parseMacro(p: Parser): Element {
  const open = p.take();
  const isFunction = open.kind === T.FUNCTION;
  if (p.inDefinition) {
    p.fail("Macro or function definitions can't be nested into each other.", open);
  }
  p.callable = isFunction ? 'function' : 'macro';
  p.usesArgs = false;
  try {
    const { name } = parseName(p);
    p.accept(T.OPEN_PAREN);
    const { parameters, catchAll } = parseParameters(p);
    p.accept(T.CLOSE_PAREN);
    p.expect(T.DIRECTIVE_END, '">"');
    const children = parseBody(p);
    const close = p.expectEnd([T.END_MACRO, T.END_FUNCTION], isFunction ? '#function' : '#macro', open);
    if (close.kind === T.END_MACRO && isFunction) p.complain('Expected function end tag here.', close);
    if (close.kind === T.END_FUNCTION && !isFunction) p.complain('Expected macro end tag here.', close);
    const macro: MacroElement = {
      type: 'macro',
      source: p.source,
      start: open.start,
      end: close.end,
      children,
      name,
      isFunction,
      parameters,
      catchAll,
      usesArgs: p.usesArgs,
    };
    p.macros.set(name, macro);
    return macro;
  } finally {
    p.callable = undefined;
  }
}

function parseParameters(p: Parser): { parameters: MacroParameter[]; catchAll: string | undefined } {
  const parameters: MacroParameter[] = [];
  let catchAll: string | undefined;
  let isCatchAll = false;
  let hasDefaults = false;
  for (let name = p.accept(T.ID); name !== undefined; name = p.accept(T.ID)) {
    if (p.accept(T.ELLIPSIS) !== undefined) isCatchAll = true;
    const defaultValue = p.accept(T.EQUALS) === undefined ? undefined : parseExpression(p);
    if (defaultValue !== undefined) hasDefaults = true;
    p.accept(T.COMMA);
    if (catchAll !== undefined) {
      p.fail(
        'There may only be one "catch-all" parameter in a macro declaration, and it must be the last.',
        name,
      );
    }
    if (isCatchAll) {
      if (defaultValue !== undefined)
        p.fail('"Catch-all" macro parameter may not have a default value.', name);
      catchAll = name.image;
    } else {
      if (hasDefaults && defaultValue === undefined) {
        p.fail(
          'In a macro declaration, parameters without a default value must all occur before the parameters with ' +
            'default values.',
          name,
        );
      }
      const { image } = name;
      const same = parameters.findIndex((parameter) => parameter.name === image);
      if (same < 0) parameters.push({ name: image, defaultValue });
      else parameters[same] = { name: image, defaultValue };
    }
  }
  return { parameters, catchAll };
}

/** A macro's body is a separate context: loops around the definition don't count inside. */
function parseBody(p: Parser): Element[] {
  const { iterators, breakable, continuable } = p;
  const resets = p.incompatibleImprovements >= 2_003_023;
  p.iterators = [];
  if (resets) p.breakable = p.continuable = 0;
  const children = parseMixedContent(p);
  p.iterators = iterators;
  if (resets) {
    p.breakable = breakable;
    p.continuable = continuable;
  }
  return children;
}

export function parseReturn(p: Parser): Element {
  const token = p.take();
  const value = token.kind === T.RETURN ? parseExpression(p) : undefined;
  const end = value === undefined ? token.end : looseEnd(p).end;
  if (p.inMacro) {
    if (value !== undefined) p.fail('A macro cannot return a value', token);
  } else if (value === undefined) {
    if (p.inFunction) p.fail('A function must return a value', token);
    p.misplaced('A return instruction can only occur inside a macro or function', token, CALLABLES);
  }
  return { type: 'return', source: p.source, start: token.start, end, children: [], value };
}

export function parseNested(p: Parser): Element {
  const token = p.take();
  const args = token.kind === T.NESTED ? parsePositional(p) : [];
  const end = token.kind === T.NESTED ? looseEnd(p).end : token.end;
  if (!p.inMacro)
    p.misplaced(`Cannot use a ${token.image.trim()} instruction outside a macro.`, token, CALLABLES);
  return { type: 'nested', source: p.source, start: token.start, end, children: [], arguments: args };
}
