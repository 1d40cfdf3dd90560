import { kindNameSchema } from './changes.ts';
import { z } from 'zod';
import { method } from '../schema/method.ts';

/** One thing that still names an identifier that is gone. */
const referenceSchema = z.strictObject({
  /** Of the view in which it is mended. */
  kind: kindNameSchema,
  targetId: z.string(),
  name: z.string(),
  /** Where in it: `template`, `script`, `draft`. */
  places: z.array(z.string()),
});

/** What names a thing that was brought back under another identifier. */
const foundReferencesSchema = z.strictObject({
  oldId: z.string(),
  newId: z.string(),
  references: z.array(referenceSchema),
  /** More than are listed. */
  more: z.number().int(),
  /** What the desk could not look at, in whole sentences. */
  notSearched: z.array(z.string()),
});

export type Reference = z.infer<typeof referenceSchema>;
export type FoundReferences = z.infer<typeof foundReferencesSchema>;

export const referenceMethods = {
  /**
   * What names the former identifier of the thing that an item brought back, by what the desk has kept of the tenant; it is not
   * asked. Undefined where the item brought nothing back.
   */
  'references.find': method(
    z.strictObject({ itemId: z.string().max(256) }),
    foundReferencesSchema.optional(),
    { lane: 'local' },
  ),
} as const;
