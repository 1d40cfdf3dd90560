import { z } from 'zod';
import { nothingSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** A package of others that is part of the program, and on what terms. */
export const licenseSchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  /** As the package names it, mostly an SPDX expression; empty where it names none. */
  license: z.string(),
  /** License and notices in full; empty where the package carries none. */
  text: z.string(),
});

export type License = z.infer<typeof licenseSchema>;

export const licenseMethods = {
  /** By name. */
  'licenses.list': method(nothingSchema, z.array(licenseSchema), { lane: 'local' }),
} as const;
