import type { ElementBase } from '../ast/elements.ts';
import { isLimit } from '../errors/template-error.ts';
import type { Execute } from '../runtime/compiled.ts';
import { endOfNonWhitespace, firstNonWhitespace, isJavaWhitespace } from '../values/java-whitespace.ts';
import { compileBlock } from './elements.ts';
import type { CompileScope } from './scope.ts';

/** `#compress`: runs of blanks become one blank, or one line break if they hold one; none at the ends. */
export function compileCompress(node: ElementBase, scope: CompileScope): Execute {
  const body = compileBlock(node.children, scope);
  return (env) => {
    const { out } = env;
    env.out = '';
    env.trace?.collect(out.length);
    let isOver = false;
    try {
      return body(env);
    } catch (error) {
      isOver = isLimit(error);
      throw error;
    } finally {
      const printed = env.out;
      env.out = out;
      // What a template printed that was stopped is nothing to work on.
      if (!isOver) env.charge(printed.length);
      env.out += isOver ? printed : compress(printed);
      // What is left of each part cannot be told.
      env.trace?.drop();
      env.trace?.note(node, out.length, env.out.length);
    }
  };
}

/** Pieces are put together at every so many: a string made of millions of others takes a multiple of the memory. */
const PIECES = 4_096;

/** The first line break of a run decides which one is printed. */
export function compress(text: string): string {
  let result = '';
  let pieces: string[] = [];
  let copied = firstNonWhitespace(text);
  const length = endOfNonWhitespace(text);
  for (let i = copied; i < length; i++) {
    if (!isJavaWhitespace(text.charCodeAt(i))) continue;
    let end = i + 1;
    while (isJavaWhitespace(text.charCodeAt(end))) end++;
    const separator = separatorFor(text, i, end);
    if (separator.length !== end - i || !text.startsWith(separator, i)) {
      pieces.push(text.slice(copied, i), separator);
      copied = end;
    }
    i = end;
    if (pieces.length < PIECES) continue;
    result += pieces.join('');
    pieces = [];
  }
  return result + pieces.join('') + text.slice(copied, length);
}

function separatorFor(text: string, start: number, end: number): string {
  for (let i = start; i < end; i++) {
    const c = text.charAt(i);
    if (c === '\n') return '\n';
    if (c === '\r') return text.charAt(i + 1) === '\n' ? '\r\n' : '\r';
  }
  return ' ';
}
