import type { BuiltInExpression } from '../../ast/expressions.ts';
import { escapeHtml, escapeRtf, escapeXml } from '../../output-formats/escaping.ts';
import type { Environment } from '../../runtime/environment.ts';
import { valueOf } from '../../runtime/operand.ts';
import { MarkupValue, MultiValue, stringOf } from '../../values/value.ts';
import type { Value } from '../../values/value.ts';
import { builtIn, builtInFunction } from '../built-in.ts';
import type { BuiltIn, BuiltInFacts } from '../definition.ts';
import { text } from '../parameters.ts';
import { evaluateOnText } from '../invocation.ts';
import { strings } from '../targets.ts';
import type { Target } from '../targets.ts';
import { escapeScript } from './script-escaping.ts';
import { encodeUrl } from './url-encoding.ts';

/** For which legacy built-ins markup of a format is escaped already, so that they leave it as it is. */
const ESCAPED_FOR: Readonly<Record<string, readonly string[]>> = {
  HTML: ['html', 'xml', 'xhtml'],
  XHTML: ['html', 'xml', 'xhtml'],
  XML: ['xml'],
  RTF: ['rtf'],
};

function isEscapedFor({ format }: MarkupValue, name: string): boolean {
  const [outermost = ''] = format.split('{');
  return Object.hasOwn(ESCAPED_FOR, outermost) && ESCAPED_FOR[outermost]?.includes(name) === true;
}

/** Strings, and markup that needs no more escaping. */
const escapable: Target<string> = {
  ...strings,
  compile: (target, _prepare, evaluate, node) => (env) => {
    const value = valueOf(target, env);
    if (value instanceof MarkupValue && isEscapedFor(value, node.name)) return value;
    return evaluateOnText(value, evaluate, node, env);
  },
};

/** Built-ins that escape text for another language. */
export const stringEscaping = [
  builtIn({
    name: 'html',
    doc: 'Escaped for HTML.',
    example: { template: '${"<b>&</b>"?html}', output: '&lt;b&gt;&amp;&lt;/b&gt;' },
    deprecated: { use: 'auto-escaping or ?esc' },
    syntax: 'legacy-escape',
    on: escapable,
    gives: 'string',
    evaluate: escapeAsHtml,
  }),
  builtIn({
    name: 'web_safe',
    doc: 'Escaped for HTML.',
    example: { template: '${"<b>&</b>"?web_safe}', output: '&lt;b&gt;&amp;&lt;/b&gt;' },
    deprecated: { use: '?html or auto-escaping' },
    syntax: 'legacy-escape',
    on: escapable,
    gives: 'string',
    evaluate: escapeAsHtml,
  }),
  builtIn({
    name: 'xhtml',
    doc: 'Escaped for XHTML.',
    example: { template: '${"<b>&</b>"?xhtml}', output: '&lt;b&gt;&amp;&lt;/b&gt;' },
    deprecated: { use: 'auto-escaping or ?esc' },
    syntax: 'legacy-escape',
    on: escapable,
    gives: 'string',
    evaluate: (plain, env) => inPieces(plain, env, escapeHtml),
  }),
  builtIn({
    name: 'xml',
    doc: 'Escaped for XML.',
    example: { template: '${"<b>&</b>"?xml}', output: '&lt;b&gt;&amp;&lt;/b&gt;' },
    deprecated: { use: 'auto-escaping or ?esc' },
    syntax: 'legacy-escape',
    on: escapable,
    gives: 'string',
    evaluate: (plain, env) => inPieces(plain, env, escapeXml),
  }),
  builtIn({
    name: 'rtf',
    doc: 'Escaped for RTF.',
    example: { template: '${"{a}"?rtf}', output: '\\{a\\}' },
    deprecated: { use: 'auto-escaping or ?esc' },
    syntax: 'legacy-escape',
    on: escapable,
    gives: 'string',
    evaluate: (plain, env) => inPieces(plain, env, escapeRtf),
  }),
  builtIn({
    name: 'j_string',
    doc: 'Escaped for a Java string literal.',
    example: { template: '${"say \\"hi\\""?j_string}', output: 'say \\"hi\\"' },
    on: strings,
    gives: 'string',
    evaluate: (plain, env) => inPieces(plain, env, (piece) => escapeScript(piece, 'java')),
  }),
  builtIn({
    name: 'js_string',
    doc: 'Escaped for a JavaScript string literal.',
    example: { template: '${"it\'s"?js_string}', output: "it\\'s" },
    on: strings,
    gives: 'string',
    evaluate: (plain, env) => scriptString(plain, 'javascript', env),
  }),
  builtIn({
    name: 'json_string',
    doc: 'Escaped for a JSON string literal.',
    example: { template: '{"text": "${"say \\"hi\\""?json_string}"}', output: '{"text": "say \\"hi\\""}' },
    on: strings,
    gives: 'string',
    json: { inString: 'safe' },
    isCommon: true,
    evaluate: (plain, env) => scriptString(plain, 'json', env),
  }),
  urlBuiltIn(false, {
    name: 'url',
    doc: 'Escaped for a part of a URL.',
    example: { template: '${"a/b c"?url}', output: 'a%2Fb%20c' },
  }),
  urlBuiltIn(true, {
    name: 'url_path',
    doc: 'Escaped for a URL path; slashes stay.',
    example: { template: '${"a/b c"?url_path}', output: 'a/b%20c' },
    since: '2.3.21',
  }),
];

/** Longer texts are escaped in pieces, so that limits hold while the result grows. */
const PIECE = 65_536;

/** Escapes a text whose characters are escaped one by one. */
function inPieces(text: string, env: Environment, escape: (piece: string) => string): string {
  if (text.length <= PIECE) return escape(text);
  let result = '';
  for (let from = 0; from < text.length; from += PIECE) {
    result = env.checkString(result + escape(text.slice(from, from + PIECE)));
    env.checkLimits();
  }
  return result;
}

function scriptString(text: string, language: 'javascript' | 'json', env: Environment): string {
  return env.checkString(escapeScript(text, language, env.limits.stringLength));
}

/** Before 2.3.20 the apostrophe was not escaped. */
function escapeAsHtml(text: string, env: Environment, node: BuiltInExpression): string {
  const escaped = inPieces(text, env, escapeHtml);
  return node.incompatibleImprovements >= 2_003_020 ? escaped : escaped.replaceAll('&#39;', "'");
}

/** A string, in the charset of the settings, and a function that takes another charset. */
function urlBuiltIn(keepsSlashes: boolean, facts: BuiltInFacts): BuiltIn {
  return builtInFunction({
    ...facts,
    on: strings,
    parameters: [text('charset')],
    gives: 'string',
    json: { inString: 'safe' },
    evaluate: (plain, env, node) => {
      const charset = env.settings.urlEscapingCharset ?? env.settings.outputEncoding ?? 'UTF-8';
      return new MultiValue({
        string: encoded(plain, charset, keepsSlashes, env),
        method: ([other, ...more]) => encoded(plain, oneCharset(other, more, env, node), keepsSlashes, env),
      });
    },
    call: (plain, [charset], env) => encoded(plain, charset, keepsSlashes, env),
  });
}

function encoded(plain: string, charset: string, keepsSlashes: boolean, env: Environment): string {
  return env.checkString(encodeUrl(plain, charset, keepsSlashes, env.limits.stringLength));
}

/** The argument of the function that `?url` returns, if the function is stored and called later. */
function oneCharset(
  charset: Value,
  more: readonly Value[],
  env: Environment,
  node: BuiltInExpression,
): string {
  const name = stringOf(charset);
  if (name !== undefined && more.length === 0) return name;
  throw env.failure('invalid-argument', `?${node.name}(…) needs exactly 1 argument, the charset.`);
}
