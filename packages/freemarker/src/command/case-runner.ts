import { SettingError, TemplateError, fromTypedJson, templateSet } from '../engine.ts';
import type { EngineOptions } from '../engine.ts';
import { JsonSyntaxError, parseJson } from '../values/json.ts';
import type { Value } from '../values/value.ts';

/** What a line of input asks for: a template, its model and the settings. */
interface Case {
  readonly name: Value;
  readonly template: string;
  readonly templateName: string;
  readonly templates: Readonly<Record<string, string>>;
  readonly model: Value;
  readonly config: Readonly<Record<string, string>>;
  readonly version: string | undefined;
}

export interface CaseError {
  readonly phase: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export type CaseResult =
  { readonly name?: string; readonly output: string } | { readonly name?: string; readonly error: CaseError };

/** Renders one JSON line; every problem, of the line itself too, becomes an error in the result. */
export function runCase(line: string): CaseResult {
  let name: { readonly name?: string } = {};
  try {
    const json = parseJson(line);
    if (!(json instanceof Map)) throw new JsonSyntaxError('Expected an object', 0);
    const fields = json as ReadonlyMap<string, Value>;
    const given = fields.get('name');
    if (typeof given === 'string') name = { name: given };
    const testCase = readCase(fields);
    const options: EngineOptions = {
      name: testCase.templateName,
      templates: testCase.templates,
      settings: testCase.config,
      limits: { milliseconds: 15_000 },
      ...(testCase.version === undefined ? {} : { version: testCase.version }),
    };
    return { ...name, output: templateSet(testCase.template, options).render(fromTypedJson(testCase.model)) };
  } catch (error) {
    return { ...name, error: describe(error) };
  }
}

function describe(error: unknown): CaseError {
  const nowhere = { line: 0, column: 0, endLine: 0, endColumn: 0 };
  if (error instanceof TemplateError) {
    const { phase, message, line, column, endLine, endColumn } = error;
    return { phase, message, line, column, endLine, endColumn };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof JsonSyntaxError)
    return { phase: 'other', message: `Malformed line: ${message}`, ...nowhere };
  if (error instanceof SettingError) return { phase: 'other', message, ...nowhere };
  return { phase: 'other', message, ...nowhere };
}

function readCase(fields: ReadonlyMap<string, Value>): Case {
  const template = fields.get('template');
  if (typeof template !== 'string') throw new JsonSyntaxError('"template" must be a string', 0);
  const templateName = fields.get('templateName');
  const minVersion = fields.get('minVersion');
  return {
    name: fields.get('name'),
    template,
    templateName: typeof templateName === 'string' ? templateName : 'main.ftl',
    templates: texts(fields.get('templates')),
    model: fields.get('model') ?? new Map(),
    config: texts(fields.get('config')),
    version: typeof minVersion === 'string' ? minVersion : undefined,
  };
}

function texts(value: Value): Record<string, string> {
  const result: Record<string, string> = {};
  if (!(value instanceof Map)) return result;
  for (const [key, item] of value as ReadonlyMap<string, Value>) {
    if (item != null) result[key] = String(item);
  }
  return result;
}
