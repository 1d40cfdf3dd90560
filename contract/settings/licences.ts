import { z } from 'zod';
import { nothingSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** A package of others that is part of the program, and on what terms. */
export const licenceSchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  /** As the package names it, mostly an SPDX expression; empty where it names none. */
  licence: z.string(),
  /** Licence and notices in full; empty where the package carries none. */
  text: z.string(),
});

export type Licence = z.infer<typeof licenceSchema>;

export const licenceMethods = {
  /** By name. */
  'licences.list': method(nothingSchema, z.array(licenceSchema), { lane: 'local' }),
} as const;
