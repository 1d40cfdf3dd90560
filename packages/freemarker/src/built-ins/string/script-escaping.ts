/**
 * Escapes text for a string literal of Java, JavaScript or JSON, the latter two safely inside HTML's `script` too, and
 * only up to where the result is longer than `maxLength`.
 */
export function escapeScript(
  text: string,
  language: 'java' | 'javascript' | 'json',
  maxLength = Infinity,
): string {
  if (language === 'java') return NEEDS_JAVA.test(text) ? text.replace(JAVA_SPECIAL, escapeJava) : text;
  if (text.length > SHORT_TEXT && !NEEDS_SCRIPT.test(text)) return text;
  return escapeByCharacter(text, language === 'json', maxLength);
}

/* eslint-disable no-control-regex -- control characters are what is escaped */
const NEEDS_JAVA = /["\\\x00-\x1f]/;
const JAVA_SPECIAL = /["\\\x00-\x1f]/g;
const NEEDS_SCRIPT = /["'\\<>/\x00-\x1f\x7f-\x9f\u2028\u2029]/;
/* eslint-enable no-control-regex */

/** Up to this length going through the text costs less than starting a search. */
const SHORT_TEXT = 40;

const SHORT: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\f': '\\f',
  '\b': '\\b',
  '\t': '\\t',
};

function escapeJava(c: string): string {
  if (c === '"' || c === '\\') return `\\${c}`;
  return SHORT[c] ?? `\\u00${c.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

function hexadecimal(c: number, json: boolean): string {
  const digits = c.toString(16).toUpperCase();
  return !json && c < 0x100 ? `\\x${digits.padStart(2, '0')}` : `\\u${digits.padStart(4, '0')}`;
}

/** How an ASCII character is written: unchanged (''), as an escape, or undefined if that depends on its surroundings. */
type Escapes = readonly (string | undefined)[];

function escapesFor(json: boolean): Escapes {
  return Array.from({ length: 128 }, (_, code) => {
    const c = String.fromCharCode(code);
    if (c === '"' || c === '\\') return `\\${c}`;
    if (c === "'") return json ? '' : "\\'";
    if (code < 32 || code === 127) return SHORT[c] ?? hexadecimal(code, json);
    return '/<>'.includes(c) ? undefined : '';
  });
}

const JSON_ESCAPES = escapesFor(true);
const SCRIPT_ESCAPES = escapesFor(false);

function escapeByCharacter(text: string, json: boolean, maxLength: number): string {
  const escapes = json ? JSON_ESCAPES : SCRIPT_ESCAPES;
  let result = '';
  let copied = 0;
  for (let i = 0; i < text.length && result.length <= maxLength; i++) {
    const code = text.charCodeAt(i);
    let escaped = code < 128 ? escapes[code] : undefined;
    if (escaped === '') continue;
    escaped ??= escapeByContext(text, i, json);
    if (escaped === undefined) continue;
    result += copied === i ? escaped : text.slice(copied, i) + escaped;
    copied = i + 1;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

/** The escape of a character that needs one only at some places; undefined when it may stay. */
function escapeByContext(text: string, i: number, json: boolean): string | undefined {
  const c = text.charCodeAt(i);
  switch (c) {
    case 47: // a slash after < would close an element
      return i === 0 || text.charCodeAt(i - 1) === 60 ? '\\/' : undefined;
    case 62: // > would end ]]> and -->
      if (!endsSection(text, i)) return undefined;
      return json ? '\\u003E' : '\\>';
    case 60: {
      // < would begin <! and <?
      const next = text.charAt(i + 1);
      return next === '' || next === '!' || next === '?' ? hexadecimal(c, json) : undefined;
    }
    default:
      return (c >= 0x80 && c <= 0x9f) || c === 0x2028 || c === 0x2029 ? hexadecimal(c, json) : undefined;
  }
}

function endsSection(text: string, i: number): boolean {
  if (i === 0) return true;
  const before = text.charAt(i - 1);
  if (before !== ']' && before !== '-') return false;
  return i === 1 || text.charAt(i - 2) === before;
}
