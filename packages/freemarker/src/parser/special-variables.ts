import { toCamelCase } from '../lexer/naming-convention.ts';

export interface SpecialVariableRow {
  readonly name: string;
  readonly doc: string;
}

/** The special variables (`.name`), as data for the parser, completion and docs. */
export const SPECIAL_VARIABLES: readonly SpecialVariableRow[] = [
  { name: 'args', doc: 'The arguments of the macro or function.' },
  { name: 'auto_esc', doc: 'Whether auto-escaping is on here.' },
  { name: 'caller_template_name', doc: 'The template that called the macro.' },
  { name: 'current_node', doc: 'The visited XML node. Not available here.' },
  { name: 'current_template_name', doc: 'The template that is being executed.' },
  { name: 'data_model', doc: 'The model, without variables of the template.' },
  { name: 'error', doc: 'The message of the error in a #recover.' },
  { name: 'get_optional_template', doc: 'A function that loads a template that may be missing.' },
  { name: 'globals', doc: 'The model and the #global variables.' },
  { name: 'incompatible_improvements', doc: 'The version whose fixes are switched on.' },
  { name: 'lang', doc: 'The language of the locale, such as "en".' },
  { name: 'locale', doc: 'The locale, such as "en_US".' },
  { name: 'locale_object', doc: 'The locale as an object; not available here.' },
  { name: 'locals', doc: 'The local variables of the macro.' },
  { name: 'main', doc: 'The main namespace.' },
  { name: 'main_template_name', doc: 'The template that rendering started with.' },
  { name: 'namespace', doc: 'The current namespace.' },
  { name: 'node', doc: 'The visited XML node. Not available here.' },
  { name: 'now', doc: 'The current date-time.' },
  { name: 'output_encoding', doc: 'The charset of the output, if known.' },
  { name: 'output_format', doc: 'The output format here.' },
  { name: 'pass', doc: 'A macro that does nothing.' },
  { name: 'template_name', doc: 'The template; use main_template_name or current_template_name.' },
  { name: 'time_zone', doc: 'The time zone, such as "UTC".' },
  { name: 'url_escaping_charset', doc: 'The charset of ?url.' },
  { name: 'vars', doc: 'All variables, by name.' },
  { name: 'version', doc: 'The version of FreeMarker.' },
];

const NAMES: ReadonlySet<string> = new Set(
  SPECIAL_VARIABLES.flatMap(({ name }) => [name, toCamelCase(name)]),
);

/** Whether a special variable has the name, in either naming convention. */
export function isSpecialVariable(name: string, _version: number): boolean {
  return NAMES.has(name);
}
