import { z } from 'zod';
import { tenantIdSchema, timestampSchema } from './identifiers.ts';
import { method } from './method.ts';

/** Largest change-set that is read, in bytes. */
export const maxChangeSetBytes = 50 * 1024 * 1024;

/** A change-set that was opened and checked; `changes.plan` compares it with the tenant. */
export const openedChangeSetSchema = z.strictObject({
  /** Names the opened file in later calls of this session. */
  fileId: z.string(),
  name: z.string(),
  title: z.string(),
  createdBy: z.string(),
  createdAt: timestampSchema,
  count: z.number().int(),
  /** The tenant that it was made for. */
  tenantName: z.string(),
  tenantAddress: z.string(),
  /** The same tenant in this installation; null where it is not known here. */
  tenantId: tenantIdSchema.nullable(),
});

export type OpenedChangeSet = z.infer<typeof openedChangeSetSchema>;

const local = { lane: 'local' } as const;

export const changeSetMethods = {
  /**
   * Saves what a plan would change to a file that another administrator can read, open and apply; undefined: no file
   * chosen. `leftOut`: items that have nothing to send or could not be planned. Holds no credentials.
   */
  'changeSets.save': method(
    z.strictObject({ planId: z.string() }),
    z.strictObject({ fileName: z.string(), count: z.number().int(), leftOut: z.number().int() }).optional(),
    local,
  ),
  /** Asks for a change-set, reads and checks it; undefined: no file chosen. Nothing is sent anywhere. */
  'changeSets.open': method(z.undefined(), openedChangeSetSchema.optional(), local),
} as const;
