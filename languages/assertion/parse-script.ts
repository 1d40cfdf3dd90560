import type { AnyNode, Program } from 'acorn';
import { parse } from 'acorn';
import type { ScriptDiagnostic } from './script-diagnostic.ts';

type ParsedScript =
  | { readonly ok: true; readonly program: Program }
  | { readonly ok: false; readonly problem: ScriptDiagnostic };

/** Placeholder for the template's default script; it isn't JavaScript. */
const emptyScript = '@Empty';

/**
 * The syntax tree of a script, or its first syntax error. Parses the newest syntax, so that nothing an engine
 * might support is reported as an error.
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

/** Acorn adds the offset to its error and the position to its message. */
function syntaxProblem(source: string, error: SyntaxError): ScriptDiagnostic {
  const at = 'pos' in error && typeof error.pos === 'number' ? error.pos : 0;
  const message = error.message.replace(/\s*\(\d+:\d+\)$/, '');
  const isAtEnd = source.slice(at).trim() === '';
  // There is nothing to underline at the end of the text, so underline its last character.
  const from = isAtEnd ? Math.max(0, source.trimEnd().length - 1) : at;
  return {
    from,
    to: Math.min(source.length, from + tokenLength(source, from)),
    severity: 'error',
    message: isAtEnd ? 'Unexpected end of script.' : `${message}.`,
  };
}

function tokenLength(source: string, from: number): number {
  return /^[\w$]+/.exec(source.slice(from))?.[0].length ?? 1;
}

export type { AnyNode, Program };
