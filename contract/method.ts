import type { z } from 'zod';

/** One callable thing of the main process: what it takes and what it answers, checked at both ends. */
export interface Method<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input;
  readonly output: Output;
}

export function method<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): Method<Input, Output> {
  return { input, output };
}

export type InputOf<M extends Method> = z.input<M['input']>;
/** The input after defaults are filled in: what a handler receives. */
export type ParsedInputOf<M extends Method> = z.output<M['input']>;
export type OutputOf<M extends Method> = z.output<M['output']>;
