import { TemplateError } from '../errors/template-error.ts';
import { runtimeError } from '../errors/runtime-errors.ts';
import type { CompiledTemplate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { candidates } from '../runtime/template-names.ts';
import { DirectiveValue } from '../values/macro.ts';
import { MethodValue } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import { importTemplate } from './include.ts';

/** The template with the name, if the set has it. Its syntax errors become errors of the running element. */
export function findTemplate(name: string, env: Environment): CompiledTemplate | undefined {
  try {
    for (const candidate of candidates(name)) {
      const template = env.context.load(candidate);
      if (template !== undefined) return template;
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof TemplateError) || error.phase !== 'parse') throw error;
    const where = `${error.templateName}, line ${error.line}, column ${error.column}`;
    throw runtimeError(
      'include',
      `Template inclusion failed: ${error.message} (${where})`,
      env.current,
      error,
    );
  }
}

/** What `.get_optional_template(name)` returns: whether it exists, and ways to include and import it. */
export function optionalTemplate(name: string, env: Environment): Value {
  const template = findTemplate(name, env);
  const result = new Map<string, Value>([['exists', template !== undefined]]);
  if (template !== undefined) {
    result.set('include', new DirectiveValue('include', template));
    result.set('import', new MethodValue('import', () => importTemplate(template, undefined, env)));
  }
  return result;
}
