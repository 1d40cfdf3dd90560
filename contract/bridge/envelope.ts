import * as z from 'zod/mini';

const callIdSchema = z.string().check(z.minLength(1), z.maxLength(64));

/**
 * What a page says to main, the same for Electron's IPC and for the browser host's WebSocket. A call is answered with exactly one
 * result of the same id (`to-renderer.ts`); a cancel asks for an early end and is answered by that result.
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

export type ToMain = z.infer<typeof toMainSchema>;
