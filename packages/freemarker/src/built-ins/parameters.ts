import type { BuiltInExpression } from '../ast/expressions.ts';
import type { Environment } from '../runtime/environment.ts';
import { toInt } from '../values/arithmetic.ts';
import { isNumber, MarkupValue, stringOf } from '../values/value.ts';
import type { Value } from '../values/value.ts';

/** A parameter of a built-in, and how an argument becomes what its function wants. */
export interface Parameter<A extends Value = Value> {
  /** As the manual calls it. */
  readonly name: string;
  readonly type: 'string' | 'number' | 'string or markup' | 'any' | 'function';
  /** `rest` takes any number of further arguments. */
  readonly presence: 'required' | 'optional' | 'rest';
  /** The argument is converted to a string first, if it can be printed at all. */
  readonly isPrinted: boolean;
  /** Rejects arguments of the wrong type. `index` counts from 0. */
  readonly read: (value: Value, index: number, env: Environment, node: BuiltInExpression) => A;
}

/** Takes any number of arguments. */
export type RestParameter = Parameter & { readonly presence: 'rest' };

/** What a function gets for its parameters. */
export type Arguments<P extends readonly Parameter[]> = P extends readonly [
  ...infer Single extends readonly Parameter[],
  RestParameter,
]
  ? [...ArgumentEach<Single>, ...Value[]]
  : ArgumentEach<P>;

type ArgumentEach<P extends readonly Parameter[]> = {
  -readonly [I in keyof P]: P[I] extends Parameter<infer A extends Value> ? A : never;
};

const required = { presence: 'required', isPrinted: false } as const;

export function text(name: string): Parameter<string> {
  return {
    ...required,
    name,
    type: 'string',
    read: (value, index, env, node) => {
      const found = stringOf(value);
      if (found === undefined) throw badArgument(index, 'a string', env, node);
      return found;
    },
  };
}

/** A number, cut to 32 bits as Java does. */
export function integer(name: string): Parameter<number> {
  return {
    ...required,
    name,
    type: 'number',
    read: (value, index, env, node) => {
      if (!isNumber(value)) throw badArgument(index, 'a number', env, node);
      return toInt(value);
    },
  };
}

export function textOrMarkup(name: string): Parameter<string | MarkupValue> {
  return {
    ...required,
    name,
    type: 'string or markup',
    read: (value, index, env, node) => {
      const found = value instanceof MarkupValue ? value : stringOf(value);
      if (found === undefined) throw badArgument(index, 'a string or markup', env, node);
      return found;
    },
  };
}

export function anything(name: string): Parameter {
  return { ...required, name, type: 'any', read: (value) => value };
}

/** Anything that can be printed, as text. */
export function printed(name: string): Parameter<string> {
  return { ...required, name, type: 'string', isPrinted: true, read: (value) => stringOf(value) ?? '' };
}

/** A function, method or lambda; only forms take these. */
export function lambda(name: string): Parameter {
  return { ...required, name, type: 'function', read: (value) => value };
}

export function optional<A extends Value>(parameter: Parameter<A>): Parameter<A | undefined> {
  return { ...parameter, presence: 'optional' };
}

/** Any number of arguments, shown as `name`: `…` as a rule. */
export function rest(name: string): RestParameter {
  return { ...anything(name), presence: 'rest' };
}

/** Further arguments that no manual speaks of: the function ignores them or counts them itself. */
export const further: RestParameter = rest('');

/** How many arguments there may be. */
export function arityOf(parameters: readonly Parameter[]): { readonly min: number; readonly max: number } {
  const min = parameters.filter(({ presence }) => presence === 'required').length;
  return { min, max: parameters.some(({ presence }) => presence === 'rest') ? Infinity : parameters.length };
}

/** The parameters as the manual writes them: `(length, filler)`; empty for a built-in without. */
export function signatureOf(parameters: readonly Parameter[]): string {
  const names = parameters.map(({ name }) => name).filter((name) => name !== '');
  return names.length === 0 ? '' : `(${names.join(', ')})`;
}

export function badArgument(
  index: number,
  expected: string,
  env: Environment,
  node: BuiltInExpression,
): Error {
  return env.failure('invalid-argument', `Argument #${index + 1} of ?${node.name} must be ${expected}.`);
}
