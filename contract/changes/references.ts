import { kindNameSchema } from './changes.ts';
import { z } from 'zod';
import { method } from '../schema/method.ts';

/** An item that still references an ID that no longer exists. */
const referenceSchema = z.strictObject({
  /** Kind of the view where it can be fixed. */
  kind: kindNameSchema,
  targetId: z.string(),
  name: z.string(),
  /** Where in it: `template`, `script`, `draft`. */
  places: z.array(z.string()),
});

/** References to an item that was restored under a new ID. */
const foundReferencesSchema = z.strictObject({
  oldId: z.string(),
  newId: z.string(),
  references: z.array(referenceSchema),
  /** Number of references not listed. */
  more: z.number().int(),
  /** What couldn't be searched, as full sentences. */
  notSearched: z.array(z.string()),
});

export type Reference = z.infer<typeof referenceSchema>;
export type FoundReferences = z.infer<typeof foundReferencesSchema>;

export const referenceMethods = {
  /**
   * References to the former ID of an item restored by this plan item, in cached data; makes no request to the tenant. Undefined
   * if the plan item restored nothing.
   */
  'references.find': method(
    z.strictObject({ itemId: z.string().max(256) }),
    foundReferencesSchema.optional(),
    { lane: 'local' },
  ),
} as const;
