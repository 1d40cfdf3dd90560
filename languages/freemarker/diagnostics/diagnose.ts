import { ownVariables } from '../analysis/template-scope.ts';
import type { ValueKind } from '../analysis/value-kinds.ts';
import { TemplateError } from '../errors/template-error.ts';
import { DEFAULT_PARSE_SETTINGS, type ParseSettings } from '../source/parse-settings.ts';
import { parseTemplate } from '../parser/parse.ts';
import type { ParsedTemplate } from '../ast/parsed-template.ts';
import type { VariableModel } from '../variables/variable-model.ts';
import type { Diagnostic, DiagnosticCode, Rule, RuleContext } from './diagnostic.ts';
import { argumentsWithoutComma } from './rules/arguments-without-comma.ts';
import { bareBoolean } from './rules/bare-boolean.ts';
import { comparisonEndsTag } from './rules/comparison-ends-tag.ts';
import { deprecatedForms } from './rules/deprecated-forms.ts';
import { greedyDefault } from './rules/greedy-default.ts';
import { jsonOutput } from './rules/json-output.ts';
import { jsonShape } from './rules/json-shape.ts';
import { sampleRun } from './rules/sample-run.ts';
import { unknownNames } from './rules/unknown-names.ts';
import { syntaxDiagnostic } from './syntax-errors.ts';

export interface DiagnoseOptions {
  /** A sample of the data, as parsed JSON: tells which variables exist and what they hold. */
  readonly model?: unknown;
  /** The variables that the service offers, with their columns. */
  readonly variables?: readonly VariableModel[];
  /** The content type of the payload; without one, a template that starts like JSON counts as JSON. */
  readonly contentType?: string;
  readonly settings?: ParseSettings;
}

const rules: readonly Rule[] = [
  comparisonEndsTag,
  greedyDefault,
  argumentsWithoutComma,
  bareBoolean,
  jsonOutput,
  jsonShape,
  unknownNames,
  deprecatedForms,
];

/** Findings after which the output of a sample can be expected to be no JSON. */
const jsonCodes: readonly DiagnosticCode[] = [
  'invalid-json',
  'number-without-c',
  'string-without-json-string',
  'value-without-quotes',
  'wrong-escaping',
];

/**
 * Errors of a template, and what in it is probably a mistake, in the order of the source. Any text is accepted: the
 * parser goes on after errors, and nothing is thrown.
 */
export function diagnose(source: string, options: DiagnoseOptions = {}): readonly Diagnostic[] {
  const settings = options.settings ?? DEFAULT_PARSE_SETTINGS;
  const parsed = parseTolerantly(source, settings);
  if (!('root' in parsed)) return [syntaxDiagnostic(parsed, source)];
  const context = contextOf(parsed, source, options);
  const found = parsed.errors.map((error) => syntaxDiagnostic(error, source));
  for (const rule of rules) found.push(...rule(context));
  // What reading the template shows is told more exactly than what running it does.
  const explainsBadJson = found.some(({ code }) => jsonCodes.includes(code));
  for (const diagnostic of sampleRun(context)) {
    if (diagnostic.code !== 'invalid-json' || !explainsBadJson) found.push(diagnostic);
  }
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** As `diagnose`, for the names alone that nothing defines: a template need not be rendered for that. */
export function diagnoseNames(source: string, options: DiagnoseOptions): readonly Diagnostic[] {
  const parsed = parseTolerantly(source, options.settings ?? DEFAULT_PARSE_SETTINGS);
  return 'root' in parsed ? [...unknownNames(contextOf(parsed, source, options))] : [];
}

/** Tolerant parsing still refuses what is too deep or too long. */
function parseTolerantly(source: string, settings: ParseSettings): ParsedTemplate | TemplateError {
  try {
    return parseTemplate(source, { settings, tolerant: true });
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}

function contextOf(template: ParsedTemplate, text: string, options: DiagnoseOptions): RuleContext {
  const known = { models: options.variables ?? [], sample: options.model };
  const own = ownVariables(template, known);
  const kinds = new Map<string, ValueKind>();
  for (const { name, kind } of own) {
    const before = kinds.get(name);
    kinds.set(name, before === undefined || before === kind ? kind : 'unknown');
  }
  const { contentType } = options;
  const isJson = contentType === undefined ? looksLikeJson(text) : /[/+]json\b/i.test(contentType);
  return { template, text, known: { ...known, own: kinds }, own, isJson };
}

/** The first thing printed is an object or an array. */
function looksLikeJson(text: string): boolean {
  const printed = text.replace(/^(?:\s+|<#--[^]*?-->|<#(?:ftl|setting|import|assign)\b[^>]*>)+/, '');
  return /^(?:\{\s*(?:"|<|\}|$)|\[\s*(?:[{["\d<]|$))/.test(printed) && !/^\[#/.test(printed);
}
