import type { ElementBase } from '../ast/elements.ts';
import type { Execute } from '../runtime/compiled.ts';
import { compileBlock } from './elements.ts';
import type { CompileScope } from './scope.ts';

/** `#compress`: runs of blanks become one blank, or one line break if they hold one; none at the ends. */
export function compileCompress(node: ElementBase, scope: CompileScope): Execute {
  const body = compileBlock(node.children, scope);
  return (env) => {
    const { out } = env;
    env.out = '';
    try {
      return body(env);
    } finally {
      env.out = out + compress(env.out);
    }
  };
}

const LINE_BREAK = /\r\n|\n|\r/;

/** The first line break of a run decides which one is printed. */
export function compress(text: string): string {
  let result = '';
  let pending = '';
  let atStart = true;
  for (const piece of text.split(/([\s\0]+)/)) {
    if (piece === '') continue;
    if (/^[\s\0]/.test(piece)) {
      pending = LINE_BREAK.exec(piece)?.[0] ?? ' ';
    } else {
      result += (atStart ? '' : pending) + piece;
      atStart = false;
      pending = '';
    }
  }
  return result;
}
