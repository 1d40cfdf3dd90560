import type { ParsedTemplate } from '../ast/parsed-template.ts';
import { compileTemplate } from '../compiler/compile-template.ts';
import { lastDocument } from '../document/last-document.ts';
import type { GivenData, TemplateDocument } from '../document/template-document.ts';
import { TemplateError } from '../errors/template-error.ts';
import { parseTemplate } from '../parser/parse.ts';
import type { CompiledTemplate } from '../runtime/compiled.ts';
import { DEFAULT_PARSE_SETTINGS, type ParseSettings } from '../source/parse-settings.ts';
import type { VariableModel } from '../variables/variable-model.ts';
import type { Diagnostic } from './diagnostic.ts';
import { findProblems, findUnknownNames } from './find-problems.ts';
import { syntaxDiagnostic } from './syntax-errors.ts';

export interface DiagnoseOptions {
  /** A sample of the data, as parsed JSON: shows which variables exist and their types. */
  readonly model?: unknown;
  /** The variables that the service offers, with their columns. */
  readonly variables?: readonly VariableModel[];
  /** The content type of the payload; without one, a template that starts like JSON counts as JSON. */
  readonly contentType?: string;
  readonly settings?: ParseSettings;
}

/**
 * Errors and probable mistakes of a template, in source order. Any text is accepted: the
 * parser continues after errors, and nothing is thrown.
 */
export function diagnose(source: string, options: DiagnoseOptions = {}): readonly Diagnostic[] {
  return diagnoseDocument(lastDocument(options.settings), source, options);
}

/** The same with a document that the caller holds. */
export function diagnoseDocument(
  document: TemplateDocument,
  source: string,
  options: Omit<DiagnoseOptions, 'settings'>,
): readonly Diagnostic[] {
  const { contentType } = options;
  const isJson = contentType === undefined ? looksLikeJson(source) : /[/+]json\b/i.test(contentType);
  return document.diagnose(source, dataOf(options), isJson);
}

const noVariables: readonly VariableModel[] = [];

function dataOf({ variables = noVariables, model }: DiagnoseOptions): GivenData {
  return { models: variables, sample: model };
}

/** As `diagnose`, reading all of the template at once. */
export function diagnoseAtOnce(source: string, options: DiagnoseOptions = {}): readonly Diagnostic[] {
  const { settings = DEFAULT_PARSE_SETTINGS } = options;
  const parsed = parseTolerantly(source, settings);
  if (!('root' in parsed)) return [syntaxDiagnostic(parsed, source)];
  const { contentType } = options;
  const isJson = contentType === undefined ? looksLikeJson(source) : /[/+]json\b/i.test(contentType);
  const errors = parsed.errors.map((error) => ({ error, text: source, base: 0 }));
  const compileText = (text: string): CompiledTemplate =>
    compileTemplate(parseTemplate(text, { settings }), settings);
  const compile = (): CompiledTemplate => compileText(source);
  return findProblems({ ...parsed, text: source, errors, compile, compileText }, dataOf(options), isJson);
}

/** As `diagnose`, for the names alone that nothing defines: a template need not be rendered for that. */
export function diagnoseNames(source: string, options: DiagnoseOptions): readonly Diagnostic[] {
  const parsed = parseTolerantly(source, options.settings ?? DEFAULT_PARSE_SETTINGS);
  return 'root' in parsed ? findUnknownNames({ ...parsed, text: source }, dataOf(options)) : [];
}

/** Even tolerant parsing rejects templates that are too deep or too long. */
function parseTolerantly(source: string, settings: ParseSettings): ParsedTemplate | TemplateError {
  try {
    return parseTemplate(source, { settings, tolerant: true });
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
}

/** The output begins with an object or an array. */
function looksLikeJson(text: string): boolean {
  const printed = text.replace(/^(?:\s+|<#--[^]*?-->|<#(?:ftl|setting|import|assign)\b[^>]*>)+/, '');
  return /^(?:\{\s*(?:"|<|\}|$)|\[\s*(?:[{["\d<]|$))/.test(printed) && !/^\[#/.test(printed);
}
