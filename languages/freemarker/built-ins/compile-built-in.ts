import type { BuiltInExpression, MethodCall } from '../ast/expressions.ts';
import { collect, compileLazily } from '../compiler/lazy-sequences.ts';
import { compileExpression, guarded } from '../compiler/expressions.ts';
import type { CompileScope } from '../compiler/scope.ts';
import { OperationError, runtimeError, UncheckedError } from '../errors/runtime-errors.ts';
import type { Blamed } from '../errors/runtime-errors.ts';
import { toPlainText } from '../runtime/coercion.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { LazySequence, MethodValue } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import type { BuiltIn } from './built-in.ts';
import { specialForm } from './special-forms.ts';
import { builtInNamed } from './registry.ts';

/** `x?name` as a closure. `lazily` says that the caller takes the items of the result one by one. */
export function compileBuiltIn(node: BuiltInExpression, scope: CompileScope, lazily = false): Evaluate {
  const special = specialForm(node, scope);
  if (special !== undefined) return special(lazily);
  const builtIn = builtInNamed(node.name);
  if (builtIn === undefined) {
    return () => {
      throw runtimeError('unsupported', `?${node.name} is not available here.`, node);
    };
  }
  const target = compileTarget(node, scope, builtIn.takesLazy === 'always');
  const { prepare, evaluate, call } = builtIn;
  if (evaluate !== undefined) {
    const run = runner(target, prepare, evaluate, node, builtIn.ofString === true);
    if (builtIn.givesLazy !== true || lazily) return run;
    return (env) => {
      const value = run(env);
      return value instanceof LazySequence ? (collect(value, env) as Value[]) : value;
    };
  }
  if (call === undefined) return () => undefined;
  return (env) => {
    const prepared = prepare(target(env), env, node);
    chargeFor(prepared, env);
    return new MethodValue(`?${node.name}`, (args) => {
      try {
        return call(prepared, args, env, node);
      } catch (error) {
        throw placed(error, env, node);
      }
    });
  };
}

function runner(
  target: Evaluate,
  prepare: BuiltIn<never>['prepare'],
  evaluate: NonNullable<BuiltIn<never>['evaluate']>,
  node: BuiltInExpression,
  ofString: boolean,
): Evaluate {
  if (ofString) {
    const evaluateString = evaluate as NonNullable<BuiltIn<string>['evaluate']>;
    return (env) => {
      const value = target(env);
      const text = typeof value === 'string' ? value : toPlainText(value, node.target, env);
      if (text.length > LONG) env.charge(text.length);
      try {
        return evaluateString(text, env, node);
      } catch (error) {
        throw placed(error, env, node);
      }
    };
  }
  return (env) => {
    const prepared = prepare(target(env), env, node);
    chargeFor(prepared, env);
    try {
      return evaluate(prepared, env, node);
    } catch (error) {
      throw placed(error, env, node);
    }
  };
}

/** `x?name(…)` in one step; undefined when the built-in gives no function by itself. */
export function compileDirectCall(
  call: MethodCall,
  node: BuiltInExpression,
  args: readonly Evaluate[],
  scope: CompileScope,
): Evaluate | undefined {
  if (node.arguments !== undefined) return undefined;
  const builtIn = builtInNamed(node.name);
  if (builtIn?.call === undefined) return undefined;
  const { prepare, call: apply, takesLazy } = builtIn;
  const target = compileTarget(node, scope, takesLazy !== undefined);
  const readArguments = argumentReader(builtIn, args, call.arguments);
  return (env) => {
    const prepared = prepare(target(env), env, node);
    chargeFor(prepared, env);
    const values = readArguments(env);
    try {
      return apply(prepared, values, env, node);
    } catch (error) {
      throw placed(error, env, node, call);
    }
  };
}

const FORGIVING = new Set(['exists', 'has_content', 'if_exists', 'default']);

function compileTarget(node: BuiltInExpression, scope: CompileScope, lazily: boolean): Evaluate {
  const evaluate = lazily ? compileLazily(node.target, scope) : compileExpression(node.target, scope);
  return FORGIVING.has(node.name) ? guarded(node.target, evaluate) : evaluate;
}

function argumentReader(
  builtIn: BuiltIn<never>,
  args: readonly Evaluate[],
  nodes: readonly BuiltInExpression['target'][],
): (env: Environment) => readonly Value[] {
  const constants = nodes.map((node) =>
    node.type === 'string' && node.parts === undefined ? node.value : undefined,
  );
  if (constants.every((constant) => constant !== undefined)) return () => constants;
  if (builtIn.stringArguments !== true) return (env) => args.map((argument) => argument(env));
  return (env) => args.map((argument, i) => toPlainText(argument(env), nodes[i] ?? env.current, env));
}

/** From this length on, the work on a value counts by its length. */
const LONG = 1_000;

function chargeFor(value: unknown, env: Environment): void {
  if (typeof value === 'string') {
    if (value.length > LONG) env.charge(value.length);
  } else if (Array.isArray(value) && value.length > LONG) env.charge(value.length * 16);
}

/** Errors of functions that know no positions are placed on the running element, unchecked ones on the expression. */
function placed(error: unknown, env: Environment, node: BuiltInExpression, whole: Blamed = node): unknown {
  if (error instanceof OperationError && !(error instanceof UncheckedError)) {
    return runtimeError(error.code, error.message, env.current);
  }
  if (error instanceof UncheckedError) return runtimeError(error.code, error.message, whole);
  if (error instanceof RangeError && error.message !== 'Maximum call stack size exceeded') {
    return runtimeError('arithmetic', `?${node.name} failed: ${error.message}`, whole);
  }
  return error;
}
