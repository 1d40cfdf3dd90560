import { parseScript } from './parse-script.ts';
import { declarationOf, scriptNames } from './script-scope.ts';

/**
 * Offset of the declaration of the variable, parameter or function at the cursor; undefined for names the
 * script doesn't declare, and for scripts that don't parse. A name that is only assigned is declared by its
 * first assignment.
 */
export function findDefinition(script: string, offset: number): number | undefined {
  const parsed = parseScript(script);
  if (!parsed.ok) return undefined;
  const names = scriptNames(parsed.program);
  const use = names.uses.find(({ from, to }) => from <= offset && offset <= to);
  if (use === undefined) {
    return names.declarations.find(({ from, to }) => from <= offset && offset <= to)?.from;
  }
  const declared = declarationOf(names, use);
  return declared?.from ?? names.uses.find(({ name, isWritten }) => isWritten && name === use.name)?.from;
}
