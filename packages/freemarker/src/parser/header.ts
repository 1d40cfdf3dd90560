import { T } from '../lexer/token.ts';
import type { Token } from '../lexer/token.ts';
import { conventionOf } from '../lexer/naming-convention.ts';
import { formatNamed, isKnownFormat } from '../output-formats/format-names.ts';
import type { Expression } from '../ast/expressions.ts';
import { constantValue } from './constants.ts';
import type { ConstantValue } from './constants.ts';
import { looseEnd } from './directives/directive.ts';
import { parseExpression } from './expressions.ts';
import { firstTextToken } from './text-tokens.ts';
import type { Parser } from './parser.ts';

/** Parses `<#ftl …>` if the template begins with it (whitespace before it is dropped). */
export function parseHeader(p: Parser): void {
  const first = p.peek();
  const isBlankText =
    first.kind === T.TEXT &&
    /^[\n\r\t ]/.test(first.image) &&
    firstTextToken(first.image) === first.image.length;
  const kind = isBlankText ? p.kindAhead(2) : first.kind;
  if (kind !== T.FTL_HEADER && kind !== T.TRIVIAL_FTL_HEADER) return;
  if (isBlankText) p.take();
  if (p.take().kind === T.TRIVIAL_FTL_HEADER) return;
  let autoEscRequester: Token | undefined;
  for (let key = p.accept(T.ID); key !== undefined; key = p.accept(T.ID)) {
    p.expect(T.EQUALS, '"="');
    const value = parseExpression(p);
    p.lexer.checkNamingConvention(key, conventionOf(key.image));
    p.header.push({ name: key.image, value });
    if (applyParameter(p, key, value) === 'requests-escaping') autoEscRequester = key;
  }
  if (autoEscRequester !== undefined) p.requireEscapingFormat(autoEscRequester);
  looseEnd(p);
}

const RENAMED: Readonly<Record<string, string>> = {
  charset: 'encoding',
  xmlns: 'ns_prefixes',
  auto_escape: 'auto_esc',
  auto_escaping: 'auto_esc',
  autoesc: 'auto_esc',
  autoEscape: 'autoEsc',
  autoEscaping: 'autoEsc',
};

function applyParameter(p: Parser, key: Token, expression: Expression): 'requests-escaping' | undefined {
  const name = key.image;
  const value = constantValue(expression);
  if (value === undefined)
    p.fail('Could not evaluate expression while parsing: it must be a constant.', expression);
  const lower = name.toLowerCase();
  if (lower === 'encoding') {
    if (typeof value !== 'string') p.fail(`Expected a string constant for "${name}".`, expression);
  } else if (lower === 'strip_whitespace' || name === 'stripWhitespace') {
    p.stripWhitespace = booleanValue(p, value, expression, true);
  } else if (lower === 'strip_text' || name === 'stripText') {
    p.stripText = booleanValue(p, value, expression, true);
  } else if (lower === 'strict_syntax' || name === 'strictSyntax') {
    p.lexer.strictSyntax = booleanValue(p, value, expression, true);
  } else if (lower === 'auto_esc' || name === 'autoEsc') {
    const on = booleanValue(p, value, expression, false);
    p.autoEscapingPolicy = on ? 'enable_if_supported' : 'disable';
    p.updateAutoEscaping();
    return on ? 'requests-escaping' : undefined;
  } else if (lower === 'output_format' || name === 'outputFormat') {
    if (typeof value !== 'string') p.fail(`Expected a string constant for "${name}".`, expression);
    p.outputFormat = outputFormatNamed(p, value, expression);
    p.updateAutoEscaping();
  } else if (lower === 'ns_prefixes' || name === 'nsPrefixes') {
    if (!(value instanceof Map)) p.fail("Expecting a hash of prefixes to namespace URI's.", expression);
  } else if (lower === 'attributes') {
    if (!(value instanceof Map)) p.fail('Expecting a hash of attribute names to values.', expression);
  } else {
    const meant = Object.hasOwn(RENAMED, name) ? `. You may have meant: ${RENAMED[name] ?? ''}` : '';
    p.fail(`Unknown FTL header parameter: ${name}${meant}`, key);
  }
  return undefined;
}

/** A format by name; `HTML{XML}` combines two markup formats. */
function outputFormatNamed(p: Parser, name: string, at: Expression): string {
  if (!isKnownFormat(name)) p.fail(`Unregistered output format name, "${name}".`, at);
  return formatNamed(name);
}

const YES = new Set(['y', 'Y', 'yes', 'YES', 't', 'T', 'true', 'TRUE']);
const NO = new Set(['n', 'N', 'no', 'NO', 'f', 'F', 'false', 'FALSE']);

function booleanValue(p: Parser, value: ConstantValue, at: Expression, acceptsNames: boolean): boolean {
  if (typeof value === 'boolean') return value;
  if (acceptsNames && typeof value === 'string') {
    const name = value.startsWith('"') ? value.slice(1, -1) : value;
    if (YES.has(name)) return true;
    if (NO.has(name)) return false;
  }
  return p.fail('Expecting boolean (true/false) parameter', at);
}
