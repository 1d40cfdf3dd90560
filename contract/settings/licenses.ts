import { z } from 'zod';
import { nothingSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';

/** A third-party package in the app, with its license. */
export const licenseSchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  /** As stated by the package, usually an SPDX expression; empty if it states none. */
  license: z.string(),
  /** Full license text and notices; empty if the package has none. */
  text: z.string(),
});

export type License = z.infer<typeof licenseSchema>;

export const licenseMethods = {
  /** By name. */
  'licenses.list': method(nothingSchema, z.array(licenseSchema), { lane: 'local' }),
} as const;
