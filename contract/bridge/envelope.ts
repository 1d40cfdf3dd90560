import * as z from 'zod/mini';

const callIdSchema = z.string().check(z.minLength(1), z.maxLength(64));

/**
 * Messages from a page to main, the same for Electron's IPC and the browser host's WebSocket. A call gets exactly one result with
 * the same ID (`to-renderer.ts`); a cancel asks to end it early and is answered by that result.
 */
export const toMainSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('call'),
    id: callIdSchema,
    method: z.string().check(z.maxLength(64)),
    input: z.optional(z.unknown()),
    /** Calls with the same one share what they read of a tenant. */
    reading: z.optional(callIdSchema),
  }),
  z.strictObject({ type: z.literal('cancel'), id: callIdSchema }),
]);

export type ToMain = z.infer<typeof toMainSchema>;
