import * as z from 'zod/mini';
import type { DeskError } from './errors.ts';
import { errorCodes } from './errors.ts';

/** Codes as records of earlier versions spell them; those stay readable. */
const earlierCodes: Readonly<Record<string, string>> = {
  cancelled: 'canceled', // cspell:ignore cancelled
  'sign-in-cancelled': 'sign-in-canceled', // cspell:ignore cancelled
};

/** `isDeskError` as a schema, for use in result schemas. */
export const deskErrorSchema = z.strictObject({
  code: z.pipe(
    z.transform((code) => (typeof code === 'string' ? (earlierCodes[code] ?? code) : code)),
    z.enum(errorCodes),
  ),
  message: z.string(),
  detail: z.optional(z.string()),
  retryable: z.boolean(),
  requestId: z.string(),
}) satisfies z.ZodMiniType<DeskError>;
