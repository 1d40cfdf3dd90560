import type { ElementBase } from '../ast/elements.ts';
import { isLimit } from '../errors/template-error.ts';
import { compress } from '../output-formats/compress.ts';
import type { Execute, Signal } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { compileBlock } from './elements.ts';
import type { CompileScope } from './scope.ts';

/** `#compress`: runs of whitespace become one space, or one line break if they contain one; none at the ends. */
export function compileCompress(node: ElementBase, scope: CompileScope): Execute {
  const body = compileBlock(node.children, scope);
  return (env) => runFiltered(node, body, compress, env);
}

/** Runs a body and prints what the filter makes of its output, also of what was printed before an error. */
export function runFiltered(
  node: ElementBase,
  body: Execute,
  filter: (printed: string) => string,
  env: Environment,
): Signal {
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
    env.out += isOver ? printed : filter(printed);
    // What remains of each part is unknown.
    env.trace?.drop();
    env.trace?.note(node, out.length, env.out.length);
  }
}
