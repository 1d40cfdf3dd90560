import { escapeHtml, escapeRtf, escapeXml } from '../../output-formats/escaping.ts';
import { encodeUrl } from './url-encoding.ts';
import { onString, optionalString } from '../built-in.ts';
import type { BuiltIn } from '../built-in.ts';
import type { BuiltInExpression } from '../../ast/expressions.ts';
import type { Environment } from '../../runtime/environment.ts';
import { toPlainText } from '../../runtime/coercion.ts';
import { escapeScript } from './script-escaping.ts';
import { MultiValue } from '../../values/value.ts';

/** Built-ins that escape text for another language. */
export const stringEscaping = {
  html: onString(escapeAsHtml),
  web_safe: onString(escapeAsHtml),
  xhtml: onString(escapeHtml),
  xml: onString(escapeXml),
  rtf: onString(escapeRtf),
  j_string: onString((text) => escapeScript(text, 'java')),
  js_string: onString((text) => escapeScript(text, 'javascript')),
  json_string: onString((text) => escapeScript(text, 'json')),
  url: urlBuiltIn(false),
  url_path: urlBuiltIn(true),
};

/** Before 2.3.20 the apostrophe was not escaped. */
function escapeAsHtml(text: string, _env: Environment, node: BuiltInExpression): string {
  const escaped = escapeHtml(text);
  return node.incompatibleImprovements >= 2_003_020 ? escaped : escaped.replaceAll('&#39;', "'");
}

/** `?url` is a string, in the charset of the settings, and a function that takes another charset. */
function urlBuiltIn(keepsSlashes: boolean): BuiltIn<string> {
  return {
    prepare: (value, env, node) => toPlainText(value, node.target, env),
    evaluate: (text, env, node) => {
      const charset = env.settings.urlEscapingCharset ?? env.settings.outputEncoding;
      const call = (args: readonly unknown[]): string =>
        withCharset(text, args as never, keepsSlashes, env, node);
      if (charset === undefined)
        return new MultiValue({ string: encodeUrl(text, 'UTF-8', keepsSlashes), method: call });
      return new MultiValue({ string: encodeUrl(text, charset, keepsSlashes), method: call });
    },
    call: (text, args, env, node) => withCharset(text, args, keepsSlashes, env, node),
  };
}

function withCharset(
  text: string,
  args: Parameters<typeof optionalString>[0],
  keepsSlashes: boolean,
  env: Environment,
  node: BuiltInExpression,
): string {
  const charset = optionalString(args, 0, env, node);
  if (charset === undefined || args.length !== 1) {
    throw env.failure('invalid-argument', `?${node.name}(…) needs exactly 1 argument, the charset.`);
  }
  return encodeUrl(text, charset, keepsSlashes);
}
