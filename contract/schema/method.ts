import type { z } from 'zod';

/**
 * The queue of a call. `tenant`: may wait for a tenant's response. `local`: never makes a request, so that a stalled tenant
 * doesn't block drafts or settings.
 */
export type Lane = 'tenant' | 'local';

/** A method of the main process: input and output schemas, validated at both ends. */
export interface Method<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input;
  readonly output: Output;
  readonly lane: Lane;
}

interface MethodOptions {
  /** Default: `tenant`. */
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
/** The input with defaults applied, as passed to the handler. */
export type ParsedInputOf<M extends Method> = z.output<M['input']>;
export type OutputOf<M extends Method> = z.output<M['output']>;
