import { z } from 'zod';
import { nothingSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { updateChannels } from './update-manifest.ts';

/** A newer version, and what this installation can do with it. */
export const offeredUpdateSchema = z.strictObject({
  version: z.string(),
  /** Milliseconds since the epoch. */
  publishedAt: timestampSchema,
  /** The section of the changelog, in Markdown. */
  notes: z.string(),
  /** The percentage of installations that it is offered to. */
  rollout: z.int(),
  /** Why it isn't offered here: it was held back, the policy holds it, or it hasn't reached this installation. */
  withheld: z.enum(['held-back', 'policy', 'rollout']).nullable(),
  /** True if this installation can install it. */
  canInstall: z.boolean(),
  /** Where to download it, if this installation can't install it. */
  downloadUrl: z.string().nullable(),
  /** The command that installs the downloaded file. */
  command: z.string().nullable(),
});

const downloadSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('none') }),
  /** In bytes. */
  z.strictObject({ state: z.literal('running'), done: z.int(), total: z.int() }),
  /** Complete, and what the manifest says. */
  z.strictObject({ state: z.literal('ready') }),
]);

export const updateStateSchema = z.strictObject({
  version: z.string(),
  /** `notify`: new versions are announced, but not installed. */
  mode: z.enum(['off', 'notify', 'install']),
  /** Why updates are off, or not installed: full sentences. */
  reason: z.string().nullable(),
  channel: z.enum(updateChannels),
  /** When the feed was last checked successfully. */
  checkedAt: timestampSchema.nullable(),
  isChecking: z.boolean(),
  /** True if this version isn't to be used any longer. */
  isHeldBack: z.boolean(),
  /** Why the last check or download failed. */
  problem: z.string().nullable(),
  /** Null if this version is the newest. */
  update: offeredUpdateSchema.nullable(),
  download: downloadSchema,
});

export type OfferedUpdate = z.infer<typeof offeredUpdateSchema>;
export type UpdateState = z.infer<typeof updateStateSchema>;

export const updateMethods = {
  'updates.get': method(nothingSchema, updateStateSchema, { lane: 'local' }),
  /** Reads the feed now. Throws why that failed, and `denied-by-policy`. */
  'updates.check': method(nothingSchema, updateStateSchema),
  /** Starts or continues the download; `updates.changed` reports its progress. */
  'updates.download': method(nothingSchema, updateStateSchema, { lane: 'local' }),
  /** Stops the download. The next one continues with what has arrived. */
  'updates.cancel': method(nothingSchema, updateStateSchema, { lane: 'local' }),
  /**
   * Ends Tenant Desk, and starts the new version. Throws `update-blocked` while a change is being applied or a draft is unsaved, and
   * `update-untrusted` if the downloaded file was changed.
   */
  'updates.install': method(nothingSchema, z.undefined(), { lane: 'local' }),
} as const;
