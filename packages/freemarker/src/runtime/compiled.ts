import type { Element, MacroElement } from '../ast/elements.ts';
import type { Value } from '../values/value.ts';
import type { Environment } from './environment.ts';

/** How an element ended: continue, or leave enclosing elements up to a loop, a switch, or a macro. */
export const CONTINUE_NORMALLY = 0;
export const BREAK = 1;
export const CONTINUE_LOOP = 2;
export const RETURN = 3;
export type Signal = typeof CONTINUE_NORMALLY | typeof BREAK | typeof CONTINUE_LOOP | typeof RETURN;

/** An element as a closure: prints into the environment. */
export type Execute = (env: Environment) => Signal;

/** An expression as a closure. */
export type Evaluate = (env: Environment) => Value;

export interface CompiledParameter {
  readonly name: string;
  /** Where its value is among those of the parameters; with the first one of a name that is given twice. */
  readonly slot: number;
  readonly defaultValue: Evaluate | undefined;
}

export interface CompiledMacro {
  readonly element: MacroElement;
  readonly parameters: readonly CompiledParameter[];
  readonly parameterNames: readonly string[];
  readonly slots: ReadonlyMap<string, number>;
  readonly body: Execute;
}

/** A template ready to run. It holds no state of a rendering, so any number may use it. */
export interface CompiledTemplate {
  readonly name: string;
  readonly root: Element;
  readonly execute: Execute;
  /** The macros to define before anything runs, by name. */
  readonly macros: ReadonlyMap<string, CompiledMacro>;
}
