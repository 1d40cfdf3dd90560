import type { Element, NamedArgument } from '../../ast/elements.ts';
import type { Expression } from '../../ast/expressions.ts';
import { builtInNamed } from '../../built-ins/registry.ts';
import { T } from '../../lexer/token.ts';
import { parseExpression, parsePositional } from '../expressions.ts';
import { parseMixedContent } from '../mixed-content.ts';
import type { Parser } from '../parser.ts';
import { looseEnd } from './directive.ts';

/** `<@name …>`: a macro or other directive of the template or the model. */
export function parseUserDirective(p: Parser): Element {
  const open = p.take();
  const callee = parseExpression(p);
  const endTagName = nameForEndTag(callee);
  p.accept(T.TERMINATING_WHITESPACE);
  const isNamed = p.kindAhead(1) === T.ID && p.kindAhead(2) === T.EQUALS;
  const named = isNamed ? parseNamedArguments(p) : undefined;
  const positional = isNamed ? undefined : parsePositional(p);
  const bodyParameters = p.accept(T.SEMICOLON) === undefined ? undefined : parseBodyParameters(p);
  const emptyEnd = p.accept(T.EMPTY_DIRECTIVE_END);
  let children: Element[] = [];
  let end = emptyEnd?.end ?? open.end;
  if (emptyEnd === undefined) {
    p.expect(T.DIRECTIVE_END, '">" or "/>"');
    const shadows = shadowLoopVariables(p, bodyParameters ?? []);
    children = parseMixedContent(p);
    const close = p.expectEnd([T.UNIFIED_CALL_END], `@${endTagName ?? '...'}`, open);
    p.iterators.length -= shadows;
    end = close.end;
    const closedName = close.image.slice(3, -1).trim();
    if (closedName !== '' && closedName !== endTagName) {
      p.complain(endTagName === undefined ? 'Expecting </@>' : `Expecting </@> or </@${endTagName}>`, close);
    }
  }
  return {
    type: 'user-directive',
    source: p.source,
    start: open.start,
    end,
    children,
    callee,
    named,
    positional,
    bodyParameters,
    hasBody: emptyEnd === undefined,
    isLegacyCall: false,
  };
}

/** The name that the end tag may repeat: a plain or dotted name, seen through `?with_args(…)`. */
function nameForEndTag(callee: Expression): string | undefined {
  let name = callee;
  if (name.type === 'call' && name.target.type === 'built-in' && bindsArguments(name.target.name)) {
    name = name.target.target;
  }
  return dottedName(name);
}

/** Whether it is `?with_args` or its relative: they make a callable of a callable. */
function bindsArguments(name: string): boolean {
  const builtIn = builtInNamed(name);
  return builtIn?.gives === 'callable' && builtIn.kinds.includes('callable');
}

function dottedName(expression: Expression): string | undefined {
  if (expression.type === 'identifier') return escapeName(expression.name);
  if (expression.type !== 'dot') return undefined;
  const target = dottedName(expression.target);
  return target === undefined ? undefined : `${target}.${escapeName(expression.key)}`;
}

/** A name as it must be written in a template: `-`, `.`, `:` and `#` need a backslash. */
function escapeName(name: string): string {
  return name.replace(/[-.:#]/g, '\\$&');
}

function parseNamedArguments(p: Parser): NamedArgument[] {
  const named = new Map<string, Expression>();
  do {
    const name = p.expect(T.ID, 'the name of an argument');
    p.expect(T.EQUALS, '"="');
    p.lexer.enterNamedArguments();
    named.set(name.image, parseExpression(p));
  } while (p.peek().kind === T.ID);
  p.lexer.inInvocation = false;
  return [...named].map(([name, value]) => ({ name, value }));
}

function parseBodyParameters(p: Parser): string[] {
  const names: string[] = [];
  p.accept(T.TERMINATING_WHITESPACE);
  const first = p.accept(T.ID);
  if (first === undefined) return names;
  names.push(first.image);
  for (;;) {
    p.accept(T.TERMINATING_WHITESPACE);
    if (p.accept(T.COMMA) === undefined) return names;
    p.accept(T.TERMINATING_WHITESPACE);
    names.push(p.expect(T.ID, 'the name of a loop variable').image);
  }
}

/** A body parameter that hides a loop variable makes `?index` and the like wrong on it; returns how many do. */
function shadowLoopVariables(p: Parser, names: readonly string[]): number {
  const before = p.iterators.length;
  for (const name of names) {
    if (!p.iterators.some(({ variable }) => variable === name)) p.noteLoopUse(-1);
    for (let i = before - 1; i >= 0; i--) {
      const context = p.iterators[i];
      if (context?.variable !== name) continue;
      p.noteLoopUse(i);
      if (context.kind !== 'user-directive') {
        p.iterators.push({
          variable: name,
          secondVariable: undefined,
          kind: 'user-directive',
          listsHash: false,
        });
      }
      break;
    }
  }
  return p.iterators.length - before;
}

/** The deprecated `<#call name …>`. */
export function parseCall(p: Parser): Element {
  const open = p.take();
  const callee = p.identifier(p.expect(T.ID, 'the name of a macro'));
  const isNamed = p.kindAhead(1) === T.ID && p.kindAhead(2) === T.EQUALS;
  let positional: Expression[] | undefined;
  const named = isNamed ? parseNamedArguments(p) : undefined;
  if (!isNamed) {
    p.accept(T.OPEN_PAREN);
    positional = parsePositional(p);
    p.accept(T.CLOSE_PAREN);
  }
  const { end } = looseEnd(p);
  return {
    type: 'user-directive',
    source: p.source,
    start: open.start,
    end,
    children: [],
    callee,
    named,
    positional,
    bodyParameters: undefined,
    hasBody: true,
    isLegacyCall: true,
  };
}

/** The deprecated `<#transform t a=1>`. */
export function parseTransform(p: Parser): Element {
  const open = p.take();
  const transform = parseExpression(p);
  p.accept(T.SEMICOLON);
  const named: NamedArgument[] = [];
  for (let name = p.accept(T.ID); name !== undefined; name = p.accept(T.ID)) {
    p.expect(T.EQUALS, '"="');
    named.push({ name: name.image, value: parseExpression(p) });
  }
  let children: Element[] = [];
  let end = p.accept(T.EMPTY_DIRECTIVE_END)?.end;
  if (end === undefined) {
    p.expect(T.DIRECTIVE_END, '">" or "/>"');
    children = parseMixedContent(p);
    end = p.expectEnd([T.END_TRANSFORM], '#transform', open).end;
  }
  return { type: 'transform', source: p.source, start: open.start, end, children, transform, named };
}
