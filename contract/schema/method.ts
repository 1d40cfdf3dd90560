import type { z } from 'zod';

/**
 * Which calls a call waits for. `tenant`: those that may be waiting for a tenant's answer. `local`: those that never
 * ask a tenant, so that a tenant that stalls holds up no draft and no setting.
 */
export type Lane = 'tenant' | 'local';

/** One callable thing of the main process: what it takes and what it answers, checked at both ends. */
export interface Method<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input;
  readonly output: Output;
  readonly lane: Lane;
}

interface MethodOptions {
  /** `tenant` when left out. */
  readonly lane?: Lane;
}

/** Example: `method(nothingSchema, settingsSchema, { lane: 'local' })`. */
export function method<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
  { lane = 'tenant' }: MethodOptions = {},
): Method<Input, Output> {
  return { input, output, lane };
}

export type InputOf<M extends Method> = z.input<M['input']>;
/** The input after defaults are filled in: what a handler receives. */
export type ParsedInputOf<M extends Method> = z.output<M['input']>;
export type OutputOf<M extends Method> = z.output<M['output']>;
