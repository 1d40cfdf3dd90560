/** A piece of a script: enough to distinguish names and calls from text that only looks like them. */
interface ScriptToken {
  readonly kind: 'name' | 'number' | 'text' | 'template' | 'pattern' | 'sign';
  readonly text: string;
  /** Offset of the first character. */
  readonly start: number;
  readonly end: number;
}

const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /(?:0[xob][\da-f_]+|\d[\d_]*(?:\.[\d_]*)?(?:e[+-]?\d+)?|\.\d[\d_]*(?:e[+-]?\d+)?)n?/iy;
const BLANK = /(?:\s|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?(?:\*\/|$))+/y;
const TEXT = /'(?:[^'\\\n]|\\[^])*'?|"(?:[^"\\\n]|\\[^])*"?/y;
// Bounded, because an unclosed one would be searched to the end of the line at every slash.
const PATTERN = /\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.){0,500}\]){1,500}\/[a-z]*/iy;

/** Names after which a slash starts a regular expression and not a division. */
const BEFORE_PATTERN = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'delete',
  'void',
  'throw',
  'new',
  'else',
  'do',
]);

/**
 * Splits a script into tokens without whitespace and comments. Never throws: unknown characters become signs.
 */
export function scriptTokens(script: string): ScriptToken[] {
  const tokens: ScriptToken[] = [];
  let offset = 0;
  const take = (kind: ScriptToken['kind'], end: number): void => {
    tokens.push({ kind, text: script.slice(offset, end), start: offset, end });
    offset = end;
  };
  while (offset < script.length) {
    const blank = matchEnd(BLANK, script, offset);
    if (blank !== undefined) {
      offset = blank;
      continue;
    }
    const character = script.charAt(offset);
    const name = matchEnd(NAME, script, offset);
    const number = name === undefined ? matchEnd(NUMBER, script, offset) : undefined;
    const quoted = character === '"' || character === "'" ? matchEnd(TEXT, script, offset) : undefined;
    const pattern =
      character === '/' && mayBeginPattern(tokens.at(-1)) ? matchEnd(PATTERN, script, offset) : undefined;
    if (name !== undefined) take('name', name);
    else if (number !== undefined) take('number', number);
    else if (quoted !== undefined) take('text', quoted);
    else if (character === '`') take('template', templateEnd(script, offset));
    else if (pattern !== undefined) take('pattern', pattern);
    else take('sign', offset + 1);
  }
  return tokens;
}

function matchEnd(pattern: RegExp, script: string, offset: number): number | undefined {
  pattern.lastIndex = offset;
  return pattern.test(script) ? pattern.lastIndex : undefined;
}

function mayBeginPattern(previous: ScriptToken | undefined): boolean {
  if (previous === undefined) return true;
  if (previous.kind === 'name') return BEFORE_PATTERN.has(previous.text);
  return previous.kind === 'sign' && previous.text !== ')' && previous.text !== ']' && previous.text !== '}';
}

/** A template is one token; its interpolations are not examined. */
function templateEnd(script: string, start: number): number {
  let depth = 0;
  for (let offset = start + 1; offset < script.length; offset++) {
    const character = script.charAt(offset);
    if (character === '\\') offset++;
    else if (character === '$' && script.charAt(offset + 1) === '{') depth++;
    else if (character === '}' && depth > 0) depth--;
    else if (character === '`' && depth === 0) return offset + 1;
  }
  return script.length;
}

/** 1-based line and column of an offset. */
export function placeAt(script: string, offset: number): { readonly line: number; readonly column: number } {
  const before = script.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') };
}
