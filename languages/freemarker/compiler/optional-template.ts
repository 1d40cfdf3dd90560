import { TemplateError } from '../errors/template-error.ts';
import { runtimeError } from '../errors/runtime-errors.ts';
import type { CompiledTemplate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { candidates } from '../runtime/template-names.ts';
import { DirectiveValue } from '../runtime/macro.ts';
import { hashGet, hashKeys } from '../values/hashes.ts';
import { booleanOf, MethodValue, stringOf } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import { importTemplate } from './include.ts';

/** The template with the name, if the set has it. Its syntax errors become errors of the running element. */
export function findTemplate(name: string, env: Environment): CompiledTemplate | undefined {
  try {
    for (const candidate of candidates(name)) {
      const template = env.context.load(candidate, env.settings.locale, env.time);
      if (template !== undefined) return template;
    }
    return undefined;
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
  const template = findTemplate(name, env);
  const result = new Map<string, Value>([['exists', template !== undefined]]);
  if (template === undefined) return result;
  result.set('include', new DirectiveValue('include', isParsed ? template : template.parsed.source.text));
  const load = new MethodValue('import', (args) => {
    if (args.length > 0) throw env.failure('invalid-argument', 'This method supports no parameters.');
    return importTemplate(template, undefined, env);
  });
  return result.set('import', load);
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
