import { parseTemplate } from './parser/parse.ts';
import type { ParsedTemplate } from './ast/parsed-template.ts';
import { versionNumber } from './source/parse-settings.ts';
import type { CompiledTemplate } from './runtime/compiled.ts';
import type { Limits } from './runtime/limits.ts';
import type { TracedOutput } from './runtime/trace.ts';
import { readConfiguration } from './settings-options.ts';
import type { SettingTexts } from './settings-options.ts';
import { TemplateSet } from './template-set.ts';
import type { Value } from './values/value.ts';

export type { ParsedTemplate } from './ast/parsed-template.ts';
export type { Element } from './ast/elements.ts';
export type { Expression } from './ast/expressions.ts';
export type { ErrorCode, ErrorPhase } from './errors/template-error.ts';
export { TemplateError } from './errors/template-error.ts';
export { SettingError } from './settings-options.ts';
export type { SettingTexts } from './settings-options.ts';
export { DEFAULT_LIMITS } from './runtime/limits.ts';
export type { Limits } from './runtime/limits.ts';
export type { TracedOutput, TracedRange, TracedValue } from './runtime/trace.ts';
export { fromTypedJson, UnknownTypeError } from './service/typed-json.ts';
export { utilsVariable } from './service/utils-variable.ts';
export { exactNumber } from './values/json.ts';
export { DateValue } from './values/value.ts';
export type { Value } from './values/value.ts';

export interface EngineOptions {
  /** The template's name, for relative includes and error messages. Default: `main.ftl`. */
  readonly name?: string;
  /** Other templates by name, for `#include` and `#import`. */
  readonly templates?: Readonly<Record<string, string>>;
  /** Version of the language, such as `2.3.31` (the default): decides which built-ins and directives exist. */
  readonly version?: string;
  /** Whose fixes are switched on. Default: the version. */
  readonly incompatibleImprovements?: string;
  /** Java's name of the locale. Default: `en_US`. */
  readonly locale?: string;
  /** Java's id of the time zone. Default: `UTC`. */
  readonly timeZone?: string;
  readonly numberFormat?: string;
  readonly booleanFormat?: string;
  readonly dateFormat?: string;
  readonly timeFormat?: string;
  readonly datetimeFormat?: string;
  readonly outputFormat?: string;
  /** Any other of FreeMarker's settings, by name. */
  readonly settings?: SettingTexts;
  readonly limits?: Partial<Limits>;
  /** The clock: epoch milliseconds. For `.now` and the time limit. */
  readonly now?: () => number;
}

export interface ParseRequest extends EngineOptions {
  /** Collect errors and put error nodes into the tree, instead of throwing the first error. */
  readonly tolerant?: boolean;
}

const NAMED_SETTINGS = [
  ['incompatibleImprovements', 'incompatible_improvements'],
  ['locale', 'locale'],
  ['timeZone', 'time_zone'],
  ['numberFormat', 'number_format'],
  ['booleanFormat', 'boolean_format'],
  ['dateFormat', 'date_format'],
  ['timeFormat', 'time_format'],
  ['datetimeFormat', 'datetime_format'],
  ['outputFormat', 'output_format'],
] as const;

function configurationOf(options: EngineOptions): ReturnType<typeof readConfiguration> {
  const texts: Record<string, string> = {};
  for (const [option, setting] of NAMED_SETTINGS) {
    const value = options[option];
    if (value !== undefined) texts[setting] = value;
  }
  Object.assign(texts, options.settings);
  return readConfiguration(texts, options.version === undefined ? undefined : versionNumber(options.version));
}

/**
 * Reads a template into its tree. Strict parsing throws TemplateError (phase `parse`) with FreeMarker's position;
 * tolerant parsing returns everything it could read, error nodes and the list of errors.
 */
export function parse(source: string, options: ParseRequest = {}): ParsedTemplate {
  const { parse: settings } = configurationOf(options);
  return parseTemplate(source, {
    settings,
    ...(options.name === undefined ? {} : { name: options.name }),
    ...(options.tolerant === undefined ? {} : { tolerant: options.tolerant }),
  });
}

/** Turns a template into a function from model to text. Throws TemplateError; so does the function. */
export function compile(source: string, options: EngineOptions = {}): (model?: Value) => string {
  const set = templateSet(source, options);
  return (model) => set.render(model ?? {});
}

/** Renders a template once. The model is a plain object (or Map) of strings, numbers, booleans, arrays and hashes. */
export function render(source: string, model: Value = {}, options: EngineOptions = {}): string {
  return templateSet(source, options).render(model);
}

/**
 * Renders once, and reports which part of the template printed which part of the output, and which values were printed,
 * assigned or passed to macros. Slower than `render`.
 */
export function renderTraced(source: string, model: Value = {}, options: EngineOptions = {}): TracedOutput {
  return templateSet(source, options, true).renderTraced(model);
}

/**
 * A template, as text or compiled, with everything around it: for callers that want what was printed before an error too, or
 * have compiled it.
 */
export function templateSet(
  template: string | CompiledTemplate,
  options: EngineOptions = {},
  isTraced = false,
): TemplateSet {
  return new TemplateSet(
    template,
    options.name ?? 'main.ftl',
    new Map(Object.entries(options.templates ?? {})),
    configurationOf(options),
    options.limits ?? {},
    options.now ?? Date.now,
    isTraced,
  );
}
