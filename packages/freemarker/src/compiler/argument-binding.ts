import type { Evaluate } from '../runtime/compiled.ts';
import type { Environment } from '../runtime/environment.ts';
import type { MacroCall } from '../runtime/macro-call.ts';
import type { BoundArguments, Macro } from '../runtime/macro.ts';
import type { Value } from '../values/value.ts';

export interface NamedArg {
  readonly name: string;
  readonly value: Evaluate;
}

/** The arguments of a call as written: by name or by position. */
export interface CallArgs {
  readonly named: readonly NamedArg[] | undefined;
  readonly positional: readonly Evaluate[] | undefined;
}

/** What the catch-all parameter has collected so far: by name or by position, never both. */
interface CatchAll {
  named: Map<string, Value> | undefined;
  positional: Value[] | undefined;
}

/** Gives a call's arguments to the macro's parameters; what is left goes to the catch-all parameter, if any. */
export function bindArguments(call: MacroCall, macro: Macro, args: CallArgs, env: Environment): void {
  const rest: CatchAll = { named: undefined, positional: undefined };
  let next = 0;
  const { bound } = macro;
  if (bound !== undefined) next = bindFilledIn(call, macro, bound, args, rest, env);
  if (args.named !== undefined) bindNamed(call, macro, args.named, rest, env);
  else if (args.positional !== undefined)
    next = bindPositional(call, macro, args.positional, next, rest, env);
  if (bound?.comesLast === true) bindFilledInLast(call, macro, bound, next, rest);
}

function startNamed(call: MacroCall, catchAll: string, rest: CatchAll): Map<string, Value> {
  rest.named = new Map();
  call.locals.set(catchAll, rest.named);
  return rest.named;
}

function startPositional(call: MacroCall, catchAll: string, rest: CatchAll): Value[] {
  rest.positional = [];
  call.locals.set(catchAll, rest.positional);
  return rest.positional;
}

function bindNamed(
  call: MacroCall,
  macro: Macro,
  named: readonly NamedArg[],
  rest: CatchAll,
  env: Environment,
): void {
  const { catchAll } = macro.element;
  if (catchAll !== undefined && rest.named === undefined && rest.positional === undefined) {
    if (named.length === 0 && macro.bound?.positional !== undefined) startPositional(call, catchAll, rest);
    else startNamed(call, catchAll, rest);
  }
  for (const { name, value } of named) {
    const slot = macro.compiled.slots.get(name);
    if (slot === undefined && rest.named === undefined) {
      throw rest.positional === undefined ? undeclared(macro, name, env) : bothKinds(macro, env);
    }
    if (slot !== undefined) call.locals.setAt(slot, value(env));
    else rest.named?.set(name, value(env));
  }
}

/** Parameters are known by name; so is, oddly, the catch-all parameter. */
function isParameter(macro: Macro, name: string): boolean {
  return macro.compiled.slots.has(name);
}

function bindPositional(
  call: MacroCall,
  macro: Macro,
  positional: readonly Evaluate[],
  firstFree: number,
  rest: CatchAll,
  env: Environment,
): number {
  const { parameters } = macro.compiled;
  const { catchAll } = macro.element;
  if (catchAll !== undefined && rest.named === undefined && rest.positional === undefined) {
    if (positional.length === 0 && macro.bound?.named !== undefined) startNamed(call, catchAll, rest);
    else startPositional(call, catchAll, rest);
  }
  if (parameters.length < positional.length + firstFree && rest.positional === undefined) {
    if (rest.named !== undefined) throw bothKinds(macro, env);
    throw tooMany(macro, positional.length + firstFree, env);
  }
  let next = firstFree;
  for (const argument of positional) {
    const value = argument(env);
    const parameter = parameters[next];
    if (parameter === undefined) rest.positional?.push(value);
    else {
      call.locals.setAt(parameter.slot, value);
      next++;
    }
  }
  return next;
}

/** Arguments of `?with_args`; those of `?with_args_last` are only checked here. Returns the next free position. */
function bindFilledIn(
  call: MacroCall,
  macro: Macro,
  bound: BoundArguments,
  args: CallArgs,
  rest: CatchAll,
  env: Environment,
): number {
  const { catchAll } = macro.element;
  const { parameters } = macro.compiled;
  if (bound.named !== undefined) {
    for (const [name, value] of bound.named) {
      if (isParameter(macro, name)) call.locals.set(name, value);
      else if (catchAll === undefined) throw undeclared(macro, name, env);
      else {
        const named = rest.named ?? startNamed(call, catchAll, rest);
        if (!bound.comesLast) named.set(name, value);
      }
    }
    return 0;
  }
  const positional = bound.positional ?? [];
  if (bound.comesLast) {
    if (args.named !== undefined && args.named.length > 0 && positional.length > 0) {
      throw env.failure(
        'invalid-argument',
        'Call can\'t pass parameters by name, as there\'s "with args last" in effect that specifies parameters by ' +
          'position.',
      );
    }
    const total = (args.positional?.length ?? 0) + positional.length;
    if (catchAll === undefined && total > parameters.length) throw tooMany(macro, total, env);
    return 0;
  }
  if (parameters.length < positional.length && catchAll === undefined)
    throw tooMany(macro, positional.length, env);
  let next = 0;
  for (const value of positional) {
    const parameter = parameters[next];
    if (parameter !== undefined) {
      call.locals.setAt(parameter.slot, value);
      next++;
    } else if (catchAll !== undefined) {
      (rest.positional ?? startPositional(call, catchAll, rest)).push(value);
    }
  }
  return next;
}

function bindFilledInLast(
  call: MacroCall,
  macro: Macro,
  bound: BoundArguments,
  firstFree: number,
  rest: CatchAll,
): void {
  if (bound.named !== undefined) {
    for (const [name, value] of bound.named) {
      if (!isParameter(macro, name) && rest.named?.has(name) === false) rest.named.set(name, value);
    }
    return;
  }
  let next = firstFree;
  for (const value of bound.positional ?? []) {
    const parameter = macro.compiled.parameters[next];
    if (parameter === undefined) rest.positional?.push(value);
    else {
      call.locals.setAt(parameter.slot, value);
      next++;
    }
  }
}

function routine({ element }: Macro): string {
  return `${element.isFunction ? 'Function' : 'Macro'} "${element.name}"`;
}

function undeclared(macro: Macro, name: string, env: Environment): Error {
  return env.failure('invalid-argument', `${routine(macro)} has no parameter with name "${name}".`);
}

function tooMany(macro: Macro, count: number, env: Environment): Error {
  return env.failure(
    'invalid-argument',
    `${routine(macro)} only accepts ${macro.compiled.parameters.length} parameters, but got ${count}.`,
  );
}

function bothKinds(macro: Macro, env: Environment): Error {
  return env.failure(
    'invalid-argument',
    `${routine(macro)} call can't have both named and positional arguments that have to go into catch-all parameter.`,
  );
}
