import { z } from 'zod';
import { method } from './method.ts';
import { nothingSchema } from './identifiers.ts';

export const keychainStatusSchema = z.strictObject({
  /** False: secrets are kept in memory for this session only. */
  available: z.boolean(),
  /** Name of the operating system's service, for example `Secret Service`. */
  name: z.string(),
  /** Why it cannot be used, and what to do. */
  reason: z.string().optional(),
});

export const deskInfoSchema = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'browser']),
  platform: z.enum(['darwin', 'linux', 'win32', 'other']),
  profileFolder: z.string(),
  keychain: keychainStatusSchema,
});

export type KeychainStatus = z.infer<typeof keychainStatusSchema>;
export type DeskInfo = z.infer<typeof deskInfoSchema>;

export const appMethods = {
  'app.info': method(nothingSchema, deskInfoSchema, { lane: 'local' }),
  /** Opens an https address (or a loopback one) in the system browser; anything else is refused. */
  'app.openExternal': method(z.strictObject({ url: z.url() }), z.undefined(), { lane: 'local' }),
  'app.copyText': method(z.strictObject({ text: z.string().max(5_000_000) }), z.undefined(), {
    lane: 'local',
  }),
} as const;
