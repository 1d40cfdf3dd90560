import { z } from 'zod';
import { deskErrorSchema } from './errors.ts';

/**
 * The messages of the bridge, the same for Electron's IPC and for the browser host's WebSocket. A call is
 * answered with exactly one result of the same id; a cancel asks for an early end and is answered by that result.
 */
export const toMainSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('call'),
    id: z.string().min(1).max(64),
    method: z.string().max(64),
    input: z.unknown().optional(),
  }),
  z.strictObject({ type: z.literal('cancel'), id: z.string().min(1).max(64) }),
]);

export const resultSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown().optional() }),
  z.strictObject({ ok: z.literal(false), error: deskErrorSchema }),
]);

export const toRendererSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('result'), id: z.string(), result: resultSchema }),
  z.strictObject({ type: z.literal('event'), name: z.string(), payload: z.unknown() }),
]);

export type ToMain = z.infer<typeof toMainSchema>;
export type CallResult = z.infer<typeof resultSchema>;
export type ToRenderer = z.infer<typeof toRendererSchema>;
