import type { ParsedTemplate } from '../ast/parsed-template.ts';
import { parseTemplate } from '../parser/parse.ts';

/** The template as far as it can be read, for what helps an author; undefined where it is too deep or too long. */
export function readTolerantly(source: string): ParsedTemplate | undefined {
  try {
    return parseTemplate(source, { tolerant: true });
  } catch {
    // What needs no template goes on without it: the service's variables and the built-ins.
    return undefined;
  }
}
