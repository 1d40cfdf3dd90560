import type { ImportElement, IncludeElement } from '../ast/elements.ts';
import { missingValue, runtimeError } from '../errors/runtime-errors.ts';
import { isRecoverable } from '../errors/template-error.ts';
import { toPlainText } from '../runtime/coercion.ts';
import { CONTINUE_NORMALLY } from '../runtime/compiled.ts';
import type { CompiledTemplate, Execute } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { Namespace } from '../runtime/namespace.ts';
import { resolveTemplateName } from '../runtime/template-names.ts';
import { booleanOf, stringOf } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import { compileExpression } from './expressions.ts';
import { compiled, findSource, findTemplate } from './optional-template.ts';
import type { CompileScope } from './scope.ts';

export function compileInclude(node: IncludeElement, scope: CompileScope): Execute {
  const name = compileExpression(node.name, scope);
  const parse = node.parse === undefined ? undefined : compileExpression(node.parse, scope);
  const ignoreMissing =
    node.ignoreMissing === undefined ? undefined : compileExpression(node.ignoreMissing, scope);
  const encoding = node.encoding === undefined ? undefined : compileExpression(node.encoding, scope);
  const resolve = nameResolver(node.source.name);
  return (env) => {
    env.current = node;
    const requested = toPlainText(name(env), node.name, env);
    const fullName = resolve(requested, env);
    if (encoding !== undefined) toPlainText(encoding(env), node.encoding ?? node, env);
    const parsed = parse === undefined ? true : yesNo(parse(env), node.parse ?? node, env);
    const ignores = ignoreMissing === undefined ? false : strictBoolean(ignoreMissing(env), node, env);
    const source = findSource(fullName, env);
    if (source === undefined) {
      if (ignores) return CONTINUE_NORMALLY;
      throw runtimeError('include', `Template inclusion failed: template "${fullName}" not found.`, node);
    }
    if (parsed) includeTemplate(compiled(source, env), env);
    else env.print(source.text);
    return CONTINUE_NORMALLY;
  };
}

/** Resolves names relative to a template. Most places use one name repeatedly, so the last result is cached. */
function nameResolver(baseName: string): (name: string, env: Environment) => string {
  let lastName: string | undefined;
  let resolved = '';
  return (name, env) => {
    if (name !== lastName) {
      resolved = resolveTemplateName(baseName, name, env);
      lastName = name;
    }
    return resolved;
  };
}

function strictBoolean(value: Value, node: IncludeElement, env: Environment): boolean {
  const flag = booleanOf(value);
  if (flag === undefined) {
    throw runtimeError(
      'type-mismatch',
      'The ignore_missing parameter must be a boolean.',
      node.ignoreMissing ?? env.current,
    );
  }
  return flag;
}

const YES = new Set(['y', 'Y', 'yes', 'YES', 't', 'T', 'true', 'TRUE', 'on', 'ON']);
const NO = new Set(['n', 'N', 'no', 'NO', 'f', 'F', 'false', 'FALSE', 'off', 'OFF']);

function yesNo(value: Value, at: Parameters<typeof runtimeError>[2], env: Environment): boolean {
  const text = stringOf(value);
  if (text !== undefined) {
    if (YES.has(text)) return true;
    if (NO.has(text)) return false;
    throw runtimeError('invalid-argument', `The parse parameter must be a boolean, but was "${text}".`, at);
  }
  const flag = booleanOf(value);
  if (flag !== undefined) return flag;
  if (value == null) throw missingValue(at);
  throw runtimeError('type-mismatch', 'The parse parameter must be a boolean.', env.current);
}

/** Runs a template in the current place: same namespace, same loop variables. */
export function includeTemplate(template: CompiledTemplate, env: Environment): void {
  const { templateName, current } = env;
  env.enter();
  env.defineMacros(template, env.namespace);
  if (env.context.parseSettings.incompatibleImprovements !== 2_003_022) env.templateName = template.name;
  try {
    template.execute(env);
  } finally {
    env.templateName = templateName;
    env.current = current;
    env.leave();
  }
}

export function compileImport(node: ImportElement, scope: CompileScope): Execute {
  const name = compileExpression(node.name, scope);
  const resolve = nameResolver(node.source.name);
  return (env) => {
    env.current = node;
    const requested = toPlainText(name(env), node.name, env);
    const fullName = resolve(requested, env);
    importByName(fullName, node.variable, env, env.context.lazyImports);
    return CONTINUE_NORMALLY;
  };
}

export function importByName(
  fullName: string,
  variable: string,
  env: Environment,
  lazily: boolean,
): Namespace {
  const loaded = env.imported.get(fullName);
  if (loaded !== undefined) {
    assignNamespace(loaded, variable, env, false);
    if (!lazily) loaded.ensureLoaded();
    return loaded;
  }
  if (!lazily) return importTemplate(requireTemplate(fullName, env), variable, env, fullName);
  const namespace = new Namespace(fullName);
  env.imported.set(fullName, namespace);
  const { locale } = env.settings;
  namespace.initialize = () => {
    // The library is loaded as if at the place of the import: in the locale that was set there.
    const { settings } = env;
    env.settings = { ...settings, locale };
    env.forgetFormats();
    try {
      initializeNamespace(requireTemplate(fullName, env), namespace, env);
    } catch (error) {
      if (!isRecoverable(error)) throw error;
      const message = `Lazy initialization of the imported namespace for "${fullName}" has failed: ${error.message}`;
      throw runtimeError('include', message, env.current, error);
    } finally {
      env.settings = settings;
      env.forgetFormats();
    }
  };
  assignNamespace(namespace, variable, env, true);
  return namespace;
}

function requireTemplate(fullName: string, env: Environment): CompiledTemplate {
  const template = findTemplate(fullName, env);
  if (template === undefined)
    throw env.failure('include', `Template importing failed: template "${fullName}" not found.`);
  return template;
}

/** Loads a library once per rendering: its output is dropped, its variables go into a namespace. */
export function importTemplate(
  template: CompiledTemplate,
  variable: string | undefined,
  env: Environment,
  fullName = template.name,
): Namespace {
  const existing = env.imported.get(fullName);
  if (existing !== undefined) {
    if (variable !== undefined) assignNamespace(existing, variable, env, false);
    return existing;
  }
  const namespace = new Namespace(template.name);
  env.imported.set(fullName, namespace);
  if (variable !== undefined) assignNamespace(namespace, variable, env, true);
  initializeNamespace(template, namespace, env);
  return namespace;
}

function assignNamespace(namespace: Namespace, variable: string, env: Environment, isNew: boolean): void {
  env.namespace.set(variable, namespace);
  // Since 2.3.24 an import in the main template is visible everywhere, also if the library was loaded before.
  const isGlobal = isNew || env.context.parseSettings.incompatibleImprovements >= 2_003_024;
  if (env.namespace === env.mainNamespace && isGlobal) env.globals.set(variable, namespace);
}

function initializeNamespace(template: CompiledTemplate, namespace: Namespace, env: Environment): void {
  const saved = {
    namespace: env.namespace,
    out: env.out,
    templateName: env.templateName,
    current: env.current,
  };
  env.enter();
  env.trace?.collect(0);
  env.namespace = namespace;
  env.defineMacros(template, namespace);
  if (env.context.parseSettings.incompatibleImprovements !== 2_003_022) env.templateName = template.name;
  try {
    template.execute(env);
  } finally {
    env.namespace = saved.namespace;
    env.out = saved.out;
    env.trace?.drop();
    env.templateName = saved.templateName;
    env.current = saved.current;
    env.leave();
  }
}
