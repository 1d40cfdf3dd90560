import type { KnownVariables } from '../analysis/value-kinds.ts';
import type { OwnVariable } from '../analysis/template-scope.ts';
import type { ParsedTemplate } from '../ast/parsed-template.ts';

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

/** Something to tell about a range of the template. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly start: number;
  readonly end: number;
  readonly fixes: readonly QuickFix[];
}

/** What rules look at. */
export interface RuleContext {
  readonly template: ParsedTemplate;
  readonly text: string;
  readonly known: KnownVariables;
  readonly own: readonly OwnVariable[];
  /** Whether the template makes JSON. */
  readonly isJson: boolean;
}

/** One rule: what it finds in a template. */
export type Rule = (context: RuleContext) => Iterable<Diagnostic>;
