import { z } from 'zod';
import { method } from '../schema/method.ts';
import { nothingSchema, timestampSchema } from '../schema/identifiers.ts';

const keychainStatusSchema = z.strictObject({
  /** False: secrets are kept in memory for this session only. */
  available: z.boolean(),
  /** Name of the operating system's service, for example `Secret Service`. */
  name: z.string(),
  /** Why it cannot be used, and what to do. */
  reason: z.string().optional(),
});

/** What became of a database that was damaged. */
export const damageReportSchema = z.strictObject({
  /** Milliseconds since the epoch. */
  at: timestampSchema,
  /** Name of the damaged database in the profile folder. */
  keptAs: z.string(),
  records: z.array(
    z.strictObject({
      /** In the plural, for example `drafts`. */
      what: z.string(),
      saved: z.number().int(),
      /** Known to have been there. */
      lost: z.number().int(),
      /** True where there may have been more that nothing tells of. */
      mayLackMore: z.boolean(),
    }),
  ),
});

const deskInfoSchema = z.strictObject({
  version: z.string(),
  host: z.enum(['electron', 'browser', 'command']),
  platform: z.enum(['darwin', 'linux', 'win32', 'other']),
  profileFolder: z.string(),
  keychain: keychainStatusSchema,
  /** What of the environment's proxy settings is ignored, and why: whole sentences. */
  proxyProblems: z.array(z.string()).exactOptional(),
  /** Until a person has read it. */
  damage: damageReportSchema.optional(),
});

/** The process in which the embedded tenants run. `reason` says how it ended. */
export const sandboxStatusSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('absent') }),
  z.strictObject({ state: z.literal('starting') }),
  z.strictObject({ state: z.literal('running') }),
  z.strictObject({ state: z.literal('restarting'), reason: z.string() }),
  /** It ended too often to be started once more without being asked to. */
  z.strictObject({ state: z.literal('stopped'), reason: z.string() }),
]);

export type SandboxStatus = z.infer<typeof sandboxStatusSchema>;
export type KeychainStatus = z.infer<typeof keychainStatusSchema>;
export type DamageReport = z.infer<typeof damageReportSchema>;
export type DeskInfo = z.infer<typeof deskInfoSchema>;

const copiedTextSchema = z.strictObject({ text: z.string().max(5_000_000) });

export const appMethods = {
  'app.info': method(nothingSchema, deskInfoSchema, { lane: 'local' }),
  /** The report of the damage was read. */
  'app.noteDamageSeen': method(nothingSchema, z.undefined(), { lane: 'local' }),
  /** How many drafts are in the page only, so that its window is not closed without asking. */
  'app.noteUnsaved': method(z.strictObject({ count: z.int().min(0) }), z.undefined(), { lane: 'local' }),
  /** What was typed until `app.closing` is saved, or cannot be. */
  'app.noteTypedSaved': method(nothingSchema, z.undefined(), { lane: 'local' }),
  /** Opens an https address (or a loopback one) in the system browser; anything else is refused. */
  'app.openExternal': method(z.strictObject({ url: z.url() }), z.undefined(), { lane: 'local' }),
  'app.sandbox': method(nothingSchema, sandboxStatusSchema, { lane: 'local' }),
  /** Starts the embedded tenants where they are not started again by themselves. */
  'app.startSandbox': method(nothingSchema, z.undefined(), { lane: 'local' }),
  'app.copyText': method(copiedTextSchema, z.undefined(), { lane: 'local' }),
} as const;
