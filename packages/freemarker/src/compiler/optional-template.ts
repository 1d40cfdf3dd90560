import { TemplateError } from '../errors/template-error.ts';
import { runtimeError } from '../errors/runtime-errors.ts';
import type { CompiledTemplate } from '../runtime/compiled.ts';
import type { Environment, TemplateSource } from '../runtime/environment.ts';
import { candidates } from '../runtime/template-names.ts';
import { DirectiveValue } from '../runtime/macro.ts';
import { hashGet, hashKeys } from '../values/hashes.ts';
import { booleanOf, MethodValue, stringOf } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import { importTemplate } from './include.ts';

/** The template with the name, if the set has it. It goes by that name, wherever a `*` of it was found. */
export function findSource(name: string, env: Environment): TemplateSource | undefined {
  if (!name.includes('*')) return env.context.find(name, name, env.settings.locale);
  for (const candidate of candidates(name)) {
    const source = env.context.find(candidate, name, env.settings.locale);
    if (source !== undefined) return source;
  }
  return undefined;
}

/** The template with the name, compiled. */
export function findTemplate(name: string, env: Environment): CompiledTemplate | undefined {
  const source = findSource(name, env);
  return source === undefined ? undefined : compiled(source, env);
}

/** The source compiled. Its syntax errors become errors of the running element. */
export function compiled(source: TemplateSource, env: Environment): CompiledTemplate {
  try {
    return source.compile(env.time);
  } catch (error) {
    if (!(error instanceof TemplateError) || error.phase !== 'parse' || error.code === 'limit-time')
      throw error;
    const where = `${error.templateName}, line ${error.line}, column ${error.column}`;
    throw runtimeError(
      'include',
      `Template inclusion failed: ${error.message} (${where})`,
      env.current,
      error,
    );
  }
}

/** What `.get_optional_template(name, options)` returns: whether it exists, and ways to include and import it. */
export function optionalTemplate(name: string, options: Value, env: Environment): Value {
  const isParsed = options === undefined || readOptions(options, env);
  const source = findSource(name, env);
  if (source === undefined) return new Map<string, Value>([['exists', false]]);
  // In the order of the original's hash table.
  if (!isParsed) {
    const include = new DirectiveValue('include', source.text);
    return new Map<string, Value>([
      ['include', include],
      ['exists', true],
    ]);
  }
  const template = compiled(source, env);
  const load = new MethodValue('import', (args) => {
    if (args.length > 0) throw env.failure('invalid-argument', 'This method supports no parameters.');
    return importTemplate(template, undefined, env);
  });
  return new Map<string, Value>([
    ['include', new DirectiveValue('include', template)],
    ['import', load],
    ['exists', true],
  ]);
}

/** Checks the options; the result is that of `parse`. */
function readOptions(options: Value, env: Environment): boolean {
  const keys = hashKeys(options);
  if (keys === undefined) throw badOption('an extended hash is expected as argument #2', env);
  let isParsed = true;
  for (const key of keys) {
    const value = hashGet(options as object, key);
    if (key === 'parse') {
      const flag = booleanOf(value);
      if (flag === undefined) throw badOption('the value of the "parse" option must be a boolean', env);
      isParsed = flag;
    } else if (key === 'encoding') {
      if (stringOf(value) === undefined)
        throw badOption('the value of the "encoding" option must be a string', env);
    } else throw badOption(`unsupported option "${key}"; valid names are: "encoding", "parse"`, env);
  }
  return isParsed;
}

function badOption(problem: string, env: Environment): Error {
  return env.failure('invalid-argument', `.get_optional_template(...): ${problem}.`);
}
