// The small form of the library: what the page needs before it shows anything is all of it that it loads at its start.
import * as z from 'zod/mini';
import { deskErrorSchema } from './errors.ts';

const callIdSchema = z.string().check(z.minLength(1), z.maxLength(64));

/**
 * The messages of the bridge, the same for Electron's IPC and for the browser host's WebSocket. A call is
 * answered with exactly one result of the same id; a cancel asks for an early end and is answered by that result.
 */
export const toMainSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('call'),
    id: callIdSchema,
    method: z.string().check(z.maxLength(64)),
    input: z.optional(z.unknown()),
  }),
  z.strictObject({ type: z.literal('cancel'), id: callIdSchema }),
]);

export const resultSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.optional(z.unknown()) }),
  z.strictObject({ ok: z.literal(false), error: deskErrorSchema }),
]);

export const toRendererSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('result'), id: z.string(), result: resultSchema }),
  z.strictObject({ type: z.literal('event'), name: z.string(), payload: z.unknown() }),
]);

export type ToMain = z.infer<typeof toMainSchema>;
export type CallResult = z.infer<typeof resultSchema>;
export type ToRenderer = z.infer<typeof toRendererSchema>;
