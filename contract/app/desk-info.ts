import { z } from 'zod';
import { placeSchema } from '../links/links.ts';
import { method } from '../schema/method.ts';
import { nothingSchema, timestampSchema } from '../schema/identifiers.ts';

const keychainStatusSchema = z.strictObject({
  /** False: secrets stay in memory and last for this session only. */
  available: z.boolean(),
  /** Name of the operating system's service, for example `Secret Service`. */
  name: z.string(),
  /** Why it can't be used, and what to do. */
  reason: z.string().optional(),
});

/** Result of repairing a damaged database. */
export const damageReportSchema = z.strictObject({
  /** Milliseconds since the epoch. */
  at: timestampSchema,
  /** Name of the damaged database in the profile folder. */
  savedAs: z.string(),
  records: z.array(
    z.strictObject({
      /** In the plural, for example `drafts`. */
      what: z.string(),
      saved: z.number().int(),
      /** Known to have existed. */
      lost: z.number().int(),
      /** True if more records may have been lost than could be detected. */
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
  /** True if Touch ID can be used. */
  hasTouchId: z.literal(true).exactOptional(),
  /** Ignored proxy settings of the environment and why, as full sentences. */
  proxyProblems: z.array(z.string()).exactOptional(),
  /** Why the strictest policy is in force, and what to do. */
  policyProblem: z.string().exactOptional(),
  /** Present until the user has read it. */
  damage: damageReportSchema.optional(),
});

/** Status of the process that runs the embedded tenants. `reason`: how it ended. */
export const sandboxStatusSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('absent') }),
  z.strictObject({ state: z.literal('starting') }),
  z.strictObject({ state: z.literal('running') }),
  z.strictObject({ state: z.literal('restarting'), reason: z.string() }),
  /** It exited too often; it is only started again on request. */
  z.strictObject({ state: z.literal('stopped'), reason: z.string() }),
]);

export type SandboxStatus = z.infer<typeof sandboxStatusSchema>;
export type KeychainStatus = z.infer<typeof keychainStatusSchema>;
export type DamageReport = z.infer<typeof damageReportSchema>;
export type DeskInfo = z.infer<typeof deskInfoSchema>;

/** How a running Tenant Desk shows itself to a second start, or to a second tab. */
export const shownAgainSchema = z.discriminatedUnion('shows', [
  /** One-time links to the page of the browser host; the second for browsers that can't open the first. */
  z.strictObject({ shows: z.literal('link'), url: z.string(), numericUrl: z.string() }),
  /** Its window has come to the front. */
  z.strictObject({ shows: z.literal('window') }),
  /** It has none: it is a command. */
  z.strictObject({ shows: z.literal('nothing') }),
]);

export type ShownAgain = z.infer<typeof shownAgainSchema>;

const copiedTextSchema = z.strictObject({ text: z.string().max(5_000_000) });

const crashReportsSchema = z.strictObject({ count: z.int(), bytes: z.int() });

export const appMethods = {
  'app.info': method(nothingSchema, deskInfoSchema, { lane: 'local' }),
  /** Crash reports in the profile folder. */
  'app.crashReports': method(nothingSchema, crashReportsSchema, { lane: 'local' }),
  /** Deletes them. Throws `storage-unwritable` if one can't be deleted. */
  'app.deleteCrashReports': method(nothingSchema, crashReportsSchema, { lane: 'local' }),
  /** The user has read the damage report. */
  'app.noteDamageSeen': method(nothingSchema, z.undefined(), { lane: 'local' }),
  /** Number of drafts that exist only in the page, so that closing its window asks first. */
  'app.noteUnsaved': method(z.strictObject({ count: z.int().min(0) }), z.undefined(), { lane: 'local' }),
  /** Everything typed before `app.closing` is saved, or can't be. */
  'app.noteTypedSaved': method(nothingSchema, z.undefined(), { lane: 'local' }),
  /** Opens an https or loopback URL in the system browser; anything else is rejected. */
  'app.openExternal': method(z.strictObject({ url: z.url() }), z.undefined(), { lane: 'local' }),
  'app.sandbox': method(nothingSchema, sandboxStatusSchema, { lane: 'local' }),
  /** Starts the embedded tenants after they stopped for good. */
  'app.startSandbox': method(nothingSchema, z.undefined(), { lane: 'local' }),
  /** Shows the window that is open. A link for a `start` replaces the one that was printed; one for a `tab` doesn't. */
  'app.showAgain': method(z.strictObject({ purpose: z.enum(['start', 'tab']) }), shownAgainSchema, {
    lane: 'local',
  }),
  /** Opens another window at this place. Throws `invalid-input` in the browser host, and if there are too many. */
  'app.openWindow': method(placeSchema, z.undefined(), { lane: 'local' }),
  'app.copyText': method(copiedTextSchema, z.undefined(), { lane: 'local' }),
} as const;
