import type { AnyNode, Program } from 'acorn';
import { parse } from 'acorn';
import type { ScriptDiagnostic } from './script-diagnostic.ts';

type ParsedScript =
  | { readonly ok: true; readonly program: Program }
  | { readonly ok: false; readonly problem: ScriptDiagnostic };

/** What stands for the template's own script: nothing of it is JavaScript. */
const emptyScript = '@Empty';

/**
 * The syntax tree of a script, or its first syntax error. The newest syntax is taken, so that nothing which an
 * engine might know is called an error here.
 */
export function parseScript(script: string): ParsedScript {
  const source = script.trim() === emptyScript ? '' : script;
  try {
    return { ok: true, program: parse(source, { ecmaVersion: 'latest', sourceType: 'script' }) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, problem: syntaxProblem(source, error) };
  }
}

/** Acorn adds the offset to its error, and the place to its message. */
function syntaxProblem(source: string, error: SyntaxError): ScriptDiagnostic {
  const at = 'pos' in error && typeof error.pos === 'number' ? error.pos : 0;
  const message = error.message.replace(/\s*\(\d+:\d+\)$/, '');
  const isAtEnd = source.slice(at).trim() === '';
  // The end of a text has nothing to underline: its last character stands for it.
  const from = isAtEnd ? Math.max(0, source.trimEnd().length - 1) : at;
  return {
    from,
    to: Math.min(source.length, from + wordLength(source, from)),
    severity: 'error',
    message: isAtEnd ? 'The script ends in the middle of a statement.' : `${message}.`,
  };
}

function wordLength(source: string, from: number): number {
  return /^[\w$]+/.exec(source.slice(from))?.[0].length ?? 1;
}

export type { AnyNode, Program };
