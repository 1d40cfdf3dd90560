import type { Element } from '../../ast/elements.ts';
import { T } from '../../lexer/token.ts';
import { formatNamed, isMarkupFormat, isKnownFormat } from '../../output-formats/format-names.ts';
import { constantValue } from '../constants.ts';
import { parseExpression } from '../expressions.ts';
import { escapedExpression } from '../interpolations.ts';
import { parseMixedContent } from '../mixed-content.ts';
import type { Parser } from '../parser.ts';

export function parseEscape(p: Parser): Element {
  const open = p.take();
  if (p.autoEscaping) {
    p.fail(
      'Using the "escape" directive (legacy escaping) is not allowed when auto-escaping is on with a markup output ' +
        `format (${p.outputFormat}), to avoid confusion and double-escaping mistakes.`,
      open,
    );
  }
  const variable = p.expect(T.ID, 'the name of the escaped variable').image;
  p.expect(T.AS, '"as"');
  const expression = parseExpression(p);
  p.expect(T.DIRECTIVE_END, '">"');
  const { escapes } = p;
  const text = p.source.text.slice(expression.start, expression.end);
  p.escapes = [...escapes, { variable, text, expression: escapedExpression(p, expression) }];
  const children = parseMixedContent(p);
  p.escapes = escapes;
  const { end } = p.expectEnd([T.END_ESCAPE], '#escape', open);
  return { type: 'escape', source: p.source, start: open.start, end, children, variable, expression };
}

export function parseNoEscape(p: Parser): Element {
  const open = p.take();
  const { escapes } = p;
  p.usedContext.escapes = true;
  if (escapes.length === 0) p.misplaced('#noescape with no matching #escape encountered.', open, [T.ESCAPE]);
  p.escapes = escapes.slice(0, -1);
  const children = parseMixedContent(p);
  const { end } = p.expectEnd([T.END_NO_ESCAPE], '#noescape', open);
  p.escapes = escapes;
  return { type: 'no-escape', source: p.source, start: open.start, end, children };
}

export function parseOutputFormat(p: Parser): Element {
  const open = p.take();
  const name = parseExpression(p);
  p.expect(T.DIRECTIVE_END, '">"');
  const value = constantValue(name);
  if (value === undefined) p.fail('Parameter expression must be parse-time evaluable (constant).', name);
  if (typeof value !== 'string') p.fail('Parameter must be a string.', name);
  const before = p.outputFormat;
  p.outputFormat = resolveFormat(p, value, open);
  p.updateAutoEscaping();
  const children = parseMixedContent(p);
  const { end } = p.expectEnd([T.END_OUTPUT_FORMAT], '#outputformat', open);
  p.outputFormat = before;
  p.updateAutoEscaping();
  return { type: 'output-format', source: p.source, start: open.start, end, children, name };
}

/** `{XML}` inside HTML means both: HTML{XML}. */
function resolveFormat(
  p: Parser,
  name: string,
  at: { readonly start: number; readonly end: number },
): string {
  if (!name.startsWith('{')) {
    if (!isKnownFormat(name)) p.fail(`Unregistered output format name, "${name}".`, at);
    return formatNamed(name);
  }
  if (!name.endsWith('}')) p.fail(`Output format name that starts with '{' must end with '}': ${name}`, at);
  const inner = name.slice(1, -1);
  if (!isKnownFormat(inner)) p.fail(`Unregistered output format name, "${inner}".`, at);
  if (!isMarkupFormat(inner)) {
    p.fail(`The output format inside the {...} must be a markup format, but was: ${inner}`, at);
  }
  if (!isMarkupFormat(p.outputFormat)) {
    p.fail(
      `The current output format must be a markup format when using {...}, but was: ${p.outputFormat}`,
      at,
    );
  }
  return `${p.outputFormat}{${inner}}`;
}

export function parseAutoEsc(p: Parser): Element {
  const open = p.take();
  const enables = open.kind === T.AUTO_ESC;
  if (enables) p.requireEscapingFormat(open);
  const before = p.autoEscapingPolicy;
  p.autoEscapingPolicy = enables ? 'enable_if_supported' : 'disable';
  p.updateAutoEscaping();
  const children = parseMixedContent(p);
  const { end } = enables
    ? p.expectEnd([T.END_AUTO_ESC], '#autoesc', open)
    : p.expectEnd([T.END_NO_AUTO_ESC], '#noautoesc', open);
  p.autoEscapingPolicy = before;
  p.updateAutoEscaping();
  const type = enables ? 'auto-esc' : 'no-auto-esc';
  return { type, source: p.source, start: open.start, end, children };
}
