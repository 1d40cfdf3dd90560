import type { ElementBase } from '../ast/elements.ts';
import type { Execute } from '../runtime/compiled.ts';
import { isJavaWhitespace } from '../values/java-whitespace.ts';
import { compileBlock } from './elements.ts';
import type { CompileScope } from './scope.ts';

/** `#compress`: runs of blanks become one blank, or one line break if they hold one; none at the ends. */
export function compileCompress(node: ElementBase, scope: CompileScope): Execute {
  const body = compileBlock(node.children, scope);
  return (env) => {
    const { out } = env;
    env.out = '';
    env.trace?.collect(out.length);
    try {
      return body(env);
    } finally {
      env.out = out + compress(env.out);
      // What is left of each part cannot be told.
      env.trace?.drop();
      env.trace?.note(node, out.length, env.out.length);
    }
  };
}

/** The first line break of a run decides which one is printed. */
export function compress(text: string): string {
  let result = '';
  let i = 0;
  while (i < text.length) {
    let end = i;
    while (end < text.length && isJavaWhitespace(text.charCodeAt(end))) end++;
    if (end === text.length) break;
    if (result !== '' && end > i) result += separatorFor(text, i, end);
    i = end;
    while (end < text.length && !isJavaWhitespace(text.charCodeAt(end))) end++;
    result += text.slice(i, end);
    i = end;
  }
  return result;
}

function separatorFor(text: string, start: number, end: number): string {
  for (let i = start; i < end; i++) {
    const c = text.charAt(i);
    if (c === '\n') return '\n';
    if (c === '\r') return text.charAt(i + 1) === '\n' ? '\r\n' : '\r';
  }
  return ' ';
}
