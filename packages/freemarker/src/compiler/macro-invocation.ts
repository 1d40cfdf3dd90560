import { isMissingValue, missingValue, runtimeError } from '../errors/runtime-errors.ts';
import type { CompiledMacro, Evaluate, Signal } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { MacroCall } from '../runtime/macro-call.ts';
import { bindArguments } from './argument-binding.ts';
import type { CallArgs } from './argument-binding.ts';
import type { Macro } from '../runtime/macro.ts';
import type { Value } from '../values/value.ts';
import type { CompileScope } from './scope.ts';

/** Calls a function in an expression. What it prints is dropped; its value is what `#return` gave. */
export function callFunction(
  callee: Macro,
  args: readonly Evaluate[],
  scope: CompileScope,
  env: Environment,
): Value {
  if (!callee.isFunction) {
    throw runtimeError(
      'type-mismatch',
      'A macro cannot be called in an expression. (Functions can be.)',
      env.current,
    );
  }
  const { out } = env;
  env.trace?.collect(0);
  env.returned = undefined;
  try {
    invokeMacro(callee, { named: undefined, positional: args }, undefined, undefined, scope, env);
  } finally {
    env.out = out;
    env.trace?.drop();
  }
  const { returned } = env;
  env.returned = undefined;
  return returned;
}

/**
 * Runs a macro or function: binds arguments, applies defaults, runs the body in the macro's own namespace. Gives how the
 * body ended.
 */
export function invokeMacro(
  macro: Macro,
  args: CallArgs,
  body: MacroCall['body'],
  bodyParameters: readonly string[] | undefined,
  scope: CompileScope,
  env: Environment,
): Signal {
  const { current, macroCall, locals, namespace } = env;
  const call = new MacroCall(macro, body, bodyParameters, scope.templateName, macroCall, locals, namespace);
  const { compiled } = macro;
  // Before 2.3.28 arguments were evaluated as if inside the macro already.
  if (env.context.parseSettings.incompatibleImprovements < 2_003_028) env.current = compiled.element;
  bindArguments(call, macro, args, env);
  env.enter();
  env.current = compiled.element;
  env.macroCall = call;
  env.locals = undefined;
  env.namespace = macro.namespace;
  try {
    applyDefaults(call, compiled, env);
    return compiled.body(env);
  } finally {
    env.current = current;
    env.macroCall = macroCall;
    env.locals = locals;
    env.namespace = namespace;
    env.leave();
  }
}

/** Fills parameters that were not given. A default may use other parameters, in any order, so this repeats. */
function applyDefaults(call: MacroCall, compiled: CompiledMacro, env: Environment): void {
  const { locals } = call;
  const { parameters } = compiled;
  let unresolved: Error | undefined;
  let resolvedOne: boolean;
  do {
    unresolved = undefined;
    resolvedOne = false;
    for (let index = 0; index < parameters.length; index++) {
      const parameter = parameters[index];
      if (parameter === undefined || locals.getAt(parameter.slot) != null) continue;
      const { name, slot, defaultValue } = parameter;
      if (defaultValue === undefined) {
        if (env.isClassicCompatible) continue;
        throw missingParameter(compiled, name, index, locals.has(name), env);
      }
      try {
        const value = defaultValue(env);
        if (value != null) {
          locals.setAt(slot, value);
          resolvedOne = true;
        } else {
          const node = compiled.element.parameters[index]?.defaultValue;
          unresolved ??= missingValue(node ?? env.current);
        }
      } catch (error) {
        if (!isMissingValue(error)) throw error;
        unresolved ??= error;
      }
    }
  } while (unresolved !== undefined && resolvedOne);
  if (unresolved !== undefined && !env.isClassicCompatible) throw unresolved;
  if (compiled.element.usesArgs) call.args = argumentsVariable(call, compiled, env);
}

function missingParameter(
  compiled: CompiledMacro,
  name: string,
  index: number,
  given: boolean,
  env: Environment,
): Error {
  const { element } = compiled;
  return runtimeError(
    'invalid-argument',
    `When calling ${element.isFunction ? 'function' : 'macro'} "${element.name}", required parameter "${name}" ` +
      `(parameter #${index + 1}) was ${given ? 'specified, but had null/missing value' : 'not specified'}.`,
    env.current,
  );
}

/** `.args`: all arguments, as a sequence in functions and as a hash in macros. */
function argumentsVariable(call: MacroCall, compiled: CompiledMacro, env: Environment): Value {
  const { parameters, element } = compiled;
  const rest = element.catchAll === undefined ? undefined : call.locals.get(element.catchAll);
  if (element.isFunction) {
    return [
      ...parameters.map(({ name }) => call.locals.get(name)),
      ...(Array.isArray(rest) ? (rest as readonly Value[]) : []),
    ];
  }
  if (Array.isArray(rest) && rest.length > 0) {
    throw env.failure(
      'invalid-argument',
      'The macro can only be called with named arguments, because it uses both .args and a non-empty catch-all ' +
        'parameter.',
    );
  }
  const hash = new Map<string, Value>(parameters.map(({ name }) => [name, call.locals.get(name)]));
  if (rest instanceof Map)
    for (const [key, value] of rest as ReadonlyMap<string, Value>) hash.set(key, value);
  return hash;
}
