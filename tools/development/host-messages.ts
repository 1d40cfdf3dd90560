import { z } from 'zod';
import { isPageSession } from '../../contract/bridge/page-handshake.ts';
import type { PageSession } from '../../contract/bridge/page-handshake.ts';
import { pageAccessSchema } from './page-access.ts';

const sessionSchema = z.custom<PageSession>(isPageSession);
const addressSchema = z.strictObject({ host: z.string(), pathPrefix: z.string() });

/** Messages from the process that watches the sources to the one that runs the browser host. */
export const toHostSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('start'),
    page: pageAccessSchema,
    profileFolder: z.string(),
    port: z.int(),
    opensUrls: z.boolean(),
    scriptFolder: z.string().optional(),
    /** State of the previous process; absent at the first start. */
    previous: z.strictObject({ address: addressSchema, sessions: z.array(sessionSchema) }).optional(),
  }),
  z.strictObject({ type: z.literal('restart-tenant') }),
  z.strictObject({ type: z.literal('stop') }),
]);

export const fromHostSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready'), port: z.int(), address: addressSchema }),
  z.strictObject({ type: z.literal('session'), session: sessionSchema }),
  z.strictObject({ type: z.literal('tenant-restarted') }),
]);

export type ToHost = z.infer<typeof toHostSchema>;
export type FromHost = z.infer<typeof fromHostSchema>;
