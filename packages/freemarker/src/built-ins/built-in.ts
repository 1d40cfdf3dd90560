import { versionNumber } from '../source/parse-settings.ts';
import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import { valueOf } from '../runtime/operand.ts';
import type { BuiltInExpression } from '../ast/expressions.ts';
import type { Value } from '../values/value.ts';
import type { BuiltIn, BuiltInFacts, Implementation, TargetKind } from './definition.ts';
import { argumentCheck, evaluateCall, evaluateToMethod } from './invocation.ts';
import type { Call, Evaluation, FormatOf } from './invocation.ts';
import type { FormCompiler } from './form-compiler.ts';
import type { Arguments, Parameter } from './parameters.ts';
import type { Target } from './targets.ts';

type Laziness = Partial<Pick<Implementation & { type: 'function' }, 'takesLazy' | 'givesLazy'>>;

interface ValueDefinition<T> extends BuiltInFacts, Laziness {
  readonly on: Target<T>;
  readonly evaluate: Evaluation<T>;
}

/** Defines a built-in without arguments: `x?name`. */
export function builtIn<T>(definition: ValueDefinition<T>): BuiltIn {
  const { on, evaluate, takesLazy, givesLazy } = definition;
  return define(definition, on.kinds, [], {
    type: 'function',
    takesArguments: 'never',
    takesLazy,
    givesLazy: givesLazy === true,
    printsArguments: false,
    alone: (target, node) => on.compile(target, on.prepare, evaluate, node),
    called: undefined,
    keyed: undefined,
    keyedByName: false,
  });
}

interface FunctionDefinition<T, P extends readonly Parameter[]> extends BuiltInFacts, Laziness {
  readonly on: Target<T>;
  readonly parameters: P;
  /** What `x?name(…)` gives. */
  readonly call: Call<T, Arguments<P>>;
  /** With which format `call` prints numbers: asked once for constant arguments, as long as settings hold. */
  readonly formatOf?: FormatOf<Arguments<P>>;
  /** What `x?name` alone gives. Default: a function. */
  readonly evaluate?: Evaluation<T>;
  /** What `x?name.key` and `x?name["key"]` give, if no member of what `x?name` gives. */
  readonly keyed?: (target: T, key: string, env: Environment, node: BuiltInExpression) => Value;
  /** Only names that are written out are taken so: other keys, such as indexes, are looked up in what `x?name` gives. */
  readonly keyedByName?: true;
}

/** Defines a built-in that takes arguments: `x?name(…)`. */
export function builtInFunction<T, const P extends readonly Parameter[]>(
  definition: FunctionDefinition<T, P>,
): BuiltIn {
  const { on, parameters, call, formatOf, evaluate, keyed, keyedByName, takesLazy, givesLazy } = definition;
  const { prepare } = on;
  const read = argumentCheck(parameters);
  return define(definition, on.kinds, parameters, {
    type: 'function',
    takesArguments: evaluate === undefined ? 'always' : 'optionally',
    takesLazy,
    givesLazy: givesLazy === true,
    printsArguments: parameters.some(({ isPrinted }) => isPrinted),
    alone: (target, node) =>
      evaluate === undefined
        ? evaluateToMethod(target, prepare, read, call, node)
        : on.compile(target, prepare, evaluate, node),
    called: (target, args, node, whole) =>
      evaluateCall(target, prepare, read, call, args, node, whole, formatOf),
    keyedByName: keyedByName === true,
    keyed:
      keyed &&
      ((target, node) => (env, key) => keyed(prepare(valueOf(target, env), env, node), key, env, node)),
  });
}

interface FormDefinition extends BuiltInFacts {
  readonly on: TargetKind | readonly TargetKind[];
  readonly parameters?: readonly Parameter[];
  readonly compile: (node: BuiltInExpression, compiler: FormCompiler, lazily: boolean) => Evaluate;
}

/** Defines a built-in that needs the expressions themselves: arguments left unevaluated, lambdas, code in strings. */
export function builtInForm(definition: FormDefinition): BuiltIn {
  const { on, parameters = [], compile } = definition;
  return define(definition, typeof on === 'string' ? [on] : on, parameters, { type: 'form', compile });
}

const FIRST_VERSION = '2.3.0';
const FIRST_VERSION_NUMBER = versionNumber(FIRST_VERSION);

/** Copies all of the definition: naming what is a fact in it would cost every start of the engine some milliseconds. */
function define(
  facts: BuiltInFacts,
  kinds: readonly TargetKind[],
  parameters: readonly Parameter[],
  implementation: Implementation,
): BuiltIn {
  const { gives = 'unknown', since = FIRST_VERSION, syntax = 'plain' } = facts;
  return {
    ...facts,
    kinds,
    parameters,
    gives,
    since,
    sinceVersion: since === FIRST_VERSION ? FIRST_VERSION_NUMBER : versionNumber(since),
    syntax,
    implementation,
  };
}
