import * as z from 'zod/mini';
import type { DeskError } from './errors.ts';
import { errorCodes } from './errors.ts';

/** Codes that were spelled differently in records of earlier versions, which stay readable. */
const earlierCodes: Readonly<Record<string, string>> = {
  cancelled: 'canceled', // cspell:ignore cancelled
  'sign-in-cancelled': 'sign-in-canceled', // cspell:ignore cancelled
};

/** `isDeskError` as a part of the schemas of answers. */
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
