import type { ParameterValue } from './literal.ts';
import { toLiteral, UnquotableValue } from './literal.ts';
import { tokenize } from './tokenize.ts';

interface ParameterUse {
  /** Without its mark. */
  readonly name: string;
  /** UTF-16 offsets of `:name` or `@name` in the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * Every parameter in a query. Strings, quoted names and comments have none, and neither do references to
 * stored procedures: in `@/lib/x.js(newcode:true)` the colon separates a name from its value, and how the
 * tenant reads quotes there is unknown.
 */
export function findParameters(text: string): ParameterUse[] {
  if (isProcedureReference(text)) return [];
  return tokenize(text)
    .filter(({ kind }) => kind === 'parameter')
    .map(({ text: token, start, end }) => ({ name: token.slice(1), start, end }));
}

/** Whether a query is `@/lib/name.js`, `/lib/jobs/name.js` or a named report such as `@@Web Applications`. */
export function isProcedureReference(text: string): boolean {
  return /^\s*[@/](?![*])/.test(text);
}

/** Unique parameter names of a query, in order of first use. */
export function parameterNames(text: string): string[] {
  return [...new Set(findParameters(text).map(({ name }) => name))];
}

type BindProblem =
  | { readonly kind: 'missing'; readonly names: readonly string[] }
  | { readonly kind: 'unquotable'; readonly name: string; readonly message: string };

export type Bound =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: BindProblem };

/**
 * Replaces `:name` parameters with literals; vendor reports use `@name`. The tenant has no parameter binding,
 * so this is the only place where values are quoted; everything else stays as it is. Source: compatibility
 * notes, "query".
 */
export function bindParameters(text: string, values: Readonly<Record<string, ParameterValue>>): Bound {
  const uses = findParameters(text);
  const missing = [...new Set(uses.map(({ name }) => name))].filter((name) => !Object.hasOwn(values, name));
  if (missing.length > 0) return { ok: false, problem: { kind: 'missing', names: missing } };
  let bound = '';
  let rest = 0;
  for (const { name, start, end } of uses) {
    const value = values[name];
    if (value === undefined) return { ok: false, problem: { kind: 'missing', names: [name] } };
    try {
      const literal = toLiteral(value);
      // Already in parentheses: more of them would make the list a single value.
      const written = Array.isArray(value) && isListed(text, { start, end }) ? literal.slice(1, -1) : literal;
      bound += text.slice(rest, start) + spaced(text, { start, end }, written);
    } catch (error) {
      if (!(error instanceof UnquotableValue)) throw error;
      return { ok: false, problem: { kind: 'unquotable', name, message: error.message } };
    }
    rest = end;
  }
  return { ok: true, text: bound + text.slice(rest) };
}

/** Whether it's between parentheses or commas, as in `IN (:names)`. */
function isListed(text: string, { start, end }: { start: number; end: number }): boolean {
  return /[(,]\s*$/.test(text.slice(0, start)) && /^\s*[,)]/.test(text.slice(end));
}

/**
 * A literal must not merge with adjacent characters: `'a':b` would become the one string `'a''x'`, and `1:n`
 * the number `12`. SQLite treats every character from U+0080 on as part of a name.
 */
function spaced(text: string, { start, end }: { start: number; end: number }, literal: string): string {
  const touches = (character: string): boolean => /['"\w.$\u0080-\uffff]/.test(character);
  const before = start > 0 && touches(text.charAt(start - 1)) ? ' ' : '';
  const after = end < text.length && touches(text.charAt(end)) ? ' ' : '';
  return `${before}${literal}${after}`;
}
