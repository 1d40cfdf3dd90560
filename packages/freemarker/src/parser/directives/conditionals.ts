import type { CaseElement, ConditionalElement, Element } from '../../ast/elements.ts';
import type { Expression } from '../../ast/expressions.ts';
import { T } from '../../lexer/token.ts';
import type { Token } from '../../lexer/token.ts';
import { parseExpression, parsePositional } from '../expressions.ts';
import { parseMixedContent } from '../mixed-content.ts';
import { endOfBlock } from '../parser.ts';
import type { Parser } from '../parser.ts';
import { firstTextToken } from '../text-tokens.ts';
import { looseEnd, parseDirective } from './directive.ts';

export function parseIf(p: Parser): Element {
  const open = p.take();
  const condition = parseExpression(p);
  const tagEnd = p.expect(T.DIRECTIVE_END, '">"');
  const branches: Element[] = [branch(p, 'if', open, tagEnd, condition)];
  for (;;) {
    const clause = p.accept(T.ELSE_IF);
    if (clause === undefined) break;
    const elseCondition = parseExpression(p);
    branches.push(branch(p, 'elseif', clause, looseEnd(p), elseCondition));
  }
  const otherwise = p.accept(T.ELSE);
  if (otherwise !== undefined) branches.push(branch(p, 'else', otherwise, otherwise, undefined));
  const { end } = p.expectEnd([T.END_IF], '#if', open);
  // The only branch takes the place of the whole block: what fails in its condition is blamed on all of it.
  const [only] = branches;
  const children = only !== undefined && branches.length === 1 ? [{ ...only, end }] : branches;
  return { type: 'if', source: p.source, start: open.start, end, children };
}

function branch(
  p: Parser,
  kind: ConditionalElement['kind'],
  open: Token,
  tagEnd: Token,
  condition: Expression | undefined,
): ConditionalElement {
  const children = parseMixedContent(p);
  const place = { source: p.source, start: open.start, end: endOfBlock(tagEnd, children), children };
  return { type: 'conditional', kind, ...place, condition };
}

export function parseSwitch(p: Parser): Element {
  const open = p.take();
  const value = parseExpression(p);
  p.expect(T.DIRECTIVE_END, '">"');
  const before = parseBlanksAndComments(p);
  p.breakable++;
  const cases: CaseElement[] = [];
  const kinds = new Set<CaseElement['kind']>();
  for (let clause = parseCase(p); clause !== undefined; clause = parseCase(p)) {
    if (clause.kind === 'default' && kinds.has('default')) {
      p.fail('You can only have one default case in a switch statement', open);
    }
    const mixes = kinds.has(clause.kind === 'on' ? 'case' : 'on');
    if (clause.kind !== 'default' && mixes) p.fail("You can't use both #on and #case in a #switch.", clause);
    kinds.add(clause.kind);
    cases.push(clause);
  }
  const { end } = p.expectEnd([T.END_SWITCH], '#switch', open);
  p.breakable--;
  const children: Element[] = [...(before === undefined ? [] : [before]), ...cases];
  return { type: 'switch', source: p.source, start: open.start, end, children, value };
}

function parseCase(p: Parser): CaseElement | undefined {
  const token = p.peek();
  if (token.kind !== T.CASE && token.kind !== T.ON && token.kind !== T.DEFAULT) return undefined;
  p.take();
  const kind = token.kind === T.CASE ? 'case' : token.kind === T.ON ? 'on' : 'default';
  let conditions: Expression[] = [];
  if (kind === 'case') conditions = [parseExpression(p)];
  if (kind === 'on') conditions = parsePositional(p);
  if (kind !== 'default') p.expect(T.DIRECTIVE_END, '">"');
  const children = parseMixedContent(p);
  const place = { source: p.source, start: token.start, end: endOfBlock(token, children), children };
  return { type: 'case', kind, ...place, conditions };
}

/** Only whitespace and comments may come between `#switch` and its first clause; none of it is printed. */
function parseBlanksAndComments(p: Parser): Element | undefined {
  const nodes: Element[] = [];
  for (;;) {
    const token = p.peek();
    if (token.kind === T.TEXT) {
      const length = firstTextToken(token.image);
      if (!/^[\n\r\t ]/.test(token.image)) break;
      if (length < token.image.length) {
        // The rest of the text is not blank: that is the error, and it is placed on the text's own first token.
        token.start = p.source.behind(token.start, length);
        token.image = token.image.slice(length);
        break;
      }
      p.take();
      if (p.stripText && p.mixedNesting === 1) continue;
      const place = { source: p.source, start: token.start, end: token.end, children: [] };
      nodes.push({ type: 'text', ...place, text: token.image, unparsed: false });
    } else if (token.kind === T.COMMENT || token.kind === T.TERSE_COMMENT) {
      const comment = parseDirective(p);
      if (comment !== undefined) nodes.push(comment);
    } else break;
  }
  const [first] = nodes;
  if (first === undefined || (p.stripWhitespace && nodes.length === 1 && first.type === 'text'))
    return undefined;
  const end = nodes.at(-1)?.end ?? first.end;
  return { type: 'mixed', source: p.source, start: first.start, end, children: nodes };
}
