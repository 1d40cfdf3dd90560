import type { TemplateError } from '../errors/template-error.ts';
import type { SourceText } from '../source/source-text.ts';
import type { Element, HeaderParameter, MacroElement } from './elements.ts';

/** A template as read: its tree and what the header and the names of its macros say. */
export interface ParsedTemplate {
  readonly name: string;
  readonly source: SourceText;
  readonly root: Element;
  /** The macros and functions that it defines anywhere, the last one for each name. */
  readonly macros: ReadonlyMap<string, MacroElement>;
  readonly header: readonly HeaderParameter[];
  readonly outputFormat: string;
  readonly autoEscaping: boolean;
  /** What tolerant parsing could not read; empty after strict parsing. */
  readonly errors: readonly TemplateError[];
}
