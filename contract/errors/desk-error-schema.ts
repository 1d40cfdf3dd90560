import * as z from 'zod/mini';
import type { DeskError } from './errors.ts';
import { errorCodes } from './errors.ts';

/** `isDeskError` as a part of the schemas of answers. */
export const deskErrorSchema = z.strictObject({
  code: z.enum(errorCodes),
  message: z.string(),
  detail: z.optional(z.string()),
  retryable: z.boolean(),
  requestId: z.string(),
}) satisfies z.ZodMiniType<DeskError>;
