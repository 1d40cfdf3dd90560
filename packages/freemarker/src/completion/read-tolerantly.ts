import type { ParsedTemplate } from '../ast/parsed-template.ts';
import { parseTemplate } from '../parser/parse.ts';

/** The readable part of the template, for editor features; undefined if it is too deep or too long. */
export function readTolerantly(source: string): ParsedTemplate | undefined {
  try {
    return parseTemplate(source, { tolerant: true });
  } catch {
    // Features that need no template work without it: the service's variables and the built-ins.
    return undefined;
  }
}
