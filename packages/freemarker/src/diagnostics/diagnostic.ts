import type { KnownVariables } from '../analysis/value-kinds.ts';
import type { OwnVariable } from '../analysis/template-scope.ts';
import type { Element, MacroElement } from '../ast/elements.ts';
import type { CompiledTemplate } from '../runtime/compiled.ts';
import type { SourceText } from '../source/source-text.ts';
import type { Guards } from './guards.ts';
import type { Interpolation, JsonPlace, OutputState } from './json-context.ts';

export type Severity = 'error' | 'warning' | 'info';

/** Stable names of what can be found, for filters and documentation. */
export type DiagnosticCode =
  | 'syntax'
  | 'unknown-built-in'
  | 'unknown-directive'
  | 'unknown-variable'
  | 'unknown-column'
  | 'unknown-macro'
  | 'number-without-c'
  | 'string-without-json-string'
  | 'value-without-quotes'
  | 'wrong-escaping'
  | 'bare-boolean'
  | 'comparison-ends-tag'
  | 'greedy-default'
  | 'arguments-without-comma'
  | 'deprecated'
  | 'invalid-json'
  | 'runtime';

/** A change of the template; offsets with an exclusive end. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface QuickFix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

/** A finding about a range of the template. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly fixes: readonly QuickFix[];
}

/** Facts about the whole template that the analysis of each part needs. */
export interface TemplateFacts {
  readonly macros: ReadonlyMap<string, unknown>;
  /** Whether other templates are part of it (included, imported, interpreted), whose names are not known. */
  readonly usesOthers: boolean;
  /** Whether numbers are printed without grouping their digits. */
  readonly printsPlainNumbers: boolean;
  /** Variables that never hold anything to escape, and functions that give nothing else, as `name()`. */
  readonly safe: ReadonlySet<string>;
}

/** The context before a part of a template and around it. */
export interface Before {
  readonly output: OutputState;
  /** The place in the part from which on it is set how booleans are printed. */
  readonly booleanFormatFrom: number;
  /** The variables of the loops around it. */
  readonly loops: readonly string[];
  /** What is known to have a value at the start of the part. */
  readonly guards: Guards;
}

/** What rules look at: a part of a template, which may be all of it. */
export interface RuleContext {
  readonly root: Element;
  /** That the places of the part's elements are offsets into. */
  readonly text: string;
  readonly known: KnownVariables;
  /** The template's own variables; those of other parts are not at their places. */
  readonly own: readonly OwnVariable[];
  /** Whether the template makes JSON. */
  readonly isJson: boolean;
  readonly facts: TemplateFacts;
  readonly before: Before;
  /** Where its interpolations print. */
  readonly places: ReadonlyMap<Interpolation, JsonPlace>;
}

/** One rule: what it finds in a part of a template. */
export type Rule = (context: RuleContext) => Iterable<Diagnostic>;

/** What rules look at that need all of a template. */
export interface WholeContext {
  readonly name: string;
  readonly text: string;
  readonly root: Element;
  readonly macros: ReadonlyMap<string, MacroElement>;
  readonly hasErrors: boolean;
  /** Throws TemplateError. */
  readonly compile: () => CompiledTemplate;
  readonly known: KnownVariables;
  readonly own: readonly OwnVariable[];
  readonly isJson: boolean;
  /** What to add to the places of elements of a source. */
  readonly baseOf: (source: SourceText) => number;
}

export type WholeRule = (context: WholeContext) => Iterable<Diagnostic>;
