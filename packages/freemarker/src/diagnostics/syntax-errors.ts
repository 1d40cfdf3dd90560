import { nearestName } from '../source/nearest-name.ts';
import { BUILT_INS, builtInNamed } from '../built-ins/registry.ts';
import type { TemplateError } from '../errors/template-error.ts';
import { DIRECTIVE_NAMES, directiveTag } from '../lexer/directive-tags.ts';
import { toSnakeCase } from '../lexer/naming-convention.ts';
import type { Diagnostic } from './diagnostic.ts';
import { replacement } from './edits.ts';

/** What the parser could not read, with the nearest name where one was unknown. */
export function syntaxDiagnostic(error: TemplateError, text: string): Diagnostic {
  const end = Math.min(Math.max(error.end, error.start + 1), Math.max(text.length, error.start));
  return (
    unknownBuiltIn(error, text) ??
    unknownDirective(error, text) ?? {
      code: 'syntax',
      severity: 'error',
      message: error.message,
      start: Math.min(error.start, text.length),
      end,
      fixes: [],
    }
  );
}

function unknownBuiltIn({ start, end }: TemplateError, text: string): Diagnostic | undefined {
  const name = text.slice(start, end);
  if (!/^\w+$/.test(name) || !text.slice(0, start).trimEnd().endsWith('?')) return undefined;
  if (builtInNamed(toSnakeCase(name)) !== undefined) return undefined;
  const nearest = nearestName(
    name,
    BUILT_INS.map((builtIn) => builtIn.name),
  );
  return {
    code: 'unknown-built-in',
    severity: 'error',
    message: `There is no built-in ?${name}.${nearest === undefined ? '' : ` Did you mean ?${nearest}?`}`,
    start,
    end,
    fixes:
      nearest === undefined
        ? []
        : [{ title: `Change to ?${nearest}`, edits: [replacement(start, end, nearest)] }],
  };
}

function unknownDirective(error: TemplateError, text: string): Diagnostic | undefined {
  const match =
    /^\/?#(\w+)/.exec(text.slice(error.start, error.end)) ?? /^[<[]?\/?#(\w+)/.exec(text.slice(error.start));
  const name = match?.[1];
  if (match === null || name === undefined || directiveTag(name, true) !== undefined) return undefined;
  const end = error.start + match[0].length;
  const start = end - name.length;
  const nearest = nearestName(name, DIRECTIVE_NAMES);
  return {
    code: 'unknown-directive',
    severity: 'error',
    message: `There is no directive #${name}.${nearest === undefined ? '' : ` Did you mean #${nearest}?`}`,
    start: start - 1,
    end,
    fixes:
      nearest === undefined
        ? []
        : [{ title: `Change to #${nearest}`, edits: [replacement(start, end, nearest)] }],
  };
}
