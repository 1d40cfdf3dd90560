import { isPlainHash } from '../values/value.ts';
import type { Value } from '../values/value.ts';
import type { Evaluate } from './compiled.ts';
import type { Environment } from './environment.ts';

/**
 * What an operator, a built-in or an interpolation works on. Most are names (`name`), members of a named hash (`name.key`) and
 * numbers: those are read where they are used, for calling a closure takes as long as reading them.
 */
export interface Operand {
  readonly name: string | undefined;
  /** What the name means if it is no variable. */
  readonly shared: Value;
  /** The member of a hash that is asked for; no name that every object inherits. */
  readonly key: string | undefined;
  readonly constant: number | undefined;
  /** Evaluates anything else than a plain name or a number, and the members of what is no plain hash. */
  readonly evaluate: Evaluate;
}

export function valueOf(operand: Operand, env: Environment): Value {
  const { name, key } = operand;
  if (name === undefined) return operand.constant ?? operand.evaluate(env);
  const value = env.variableOr(name, operand.shared);
  if (key === undefined) return value;
  if (typeof value === 'object' && value !== null && isPlainHash(value)) return value[key] ?? undefined;
  return operand.evaluate(env);
}
