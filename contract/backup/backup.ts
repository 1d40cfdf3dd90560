import { z } from 'zod';
import { atMost } from '../schema/at-most.ts';
import { nothingSchema, tenantIdSchema, timestampSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { changedSettingSchema } from '../settings/settings-file.ts';
import { environments, tenantColors } from '../tenants/tenants.ts';
import { backupChoices, backupSections, passphraseLengths } from './backup-sections.ts';

const passphraseSchema = z.string().max(...atMost(passphraseLengths.max, 'The passphrase'));

const newPassphraseSchema = passphraseSchema.min(
  passphraseLengths.min,
  `The passphrase needs at least ${passphraseLengths.min} characters.`,
);

const sectionCountSchema = z.strictObject({
  section: z.enum(backupSections),
  total: z.int(),
  /** Not here yet. */
  added: z.int(),
  /** Here with other content: `existing` of the restore decides. */
  differing: z.int(),
});

/** `denied`: its URLs aren't allowed on this computer, and nothing of it is restored. */
const backupTenantStates = ['new', 'here', 'denied'] as const;

const tenantInBackupSchema = z.strictObject({
  /** In the backup. */
  id: tenantIdSchema,
  name: z.string(),
  baseUrl: z.string(),
  environment: z.enum(environments),
  color: z.enum(tenantColors),
  state: z.enum(backupTenantStates),
  counts: z.array(sectionCountSchema),
});

const backupSummarySchema = z.strictObject({
  id: z.string(),
  fileName: z.string(),
  madeAt: timestampSchema,
  /** Of Tenant Desk. */
  version: z.string(),
  isEncrypted: z.boolean(),
});

const backupPreviewSchema = z.strictObject({
  ...backupSummarySchema.shape,
  state: z.literal('readable'),
  secrets: z.int(),
  tenants: z.array(tenantInBackupSchema),
  /** Of no tenant, or of tenants that were removed. */
  others: z.array(sectionCountSchema),
  /** Settings that would change; managed ones aren't among them. */
  settings: z.array(changedSettingSchema),
});

/** `locked`: `backup.unlock` opens it with the passphrase. */
const openedBackupSchema = z.discriminatedUnion('state', [
  backupPreviewSchema,
  z.strictObject({ ...backupSummarySchema.shape, state: z.literal('locked') }),
]);

const restoredBackupSchema = z.strictObject({
  tenants: z.int(),
  added: z.int(),
  /** Of those that were here with other content. */
  replaced: z.int(),
  copied: z.int(),
  skipped: z.int(),
  settings: z.int(),
  secrets: z.int(),
  /** The backup that was made before: a path in the profile folder. */
  before: z.string(),
});

/** The last backup from this profile. */
export const lastBackupSchema = z.strictObject({
  at: timestampSchema,
  fileName: z.string(),
  hasSecrets: z.boolean(),
});

export type SectionCount = z.infer<typeof sectionCountSchema>;
export type TenantInBackup = z.infer<typeof tenantInBackupSchema>;
export type BackupTenantState = (typeof backupTenantStates)[number];
export type BackupPreview = z.infer<typeof backupPreviewSchema>;
export type OpenedBackup = z.infer<typeof openedBackupSchema>;
export type RestoredBackup = z.infer<typeof restoredBackupSchema>;
export type LastBackup = z.infer<typeof lastBackupSchema>;

const local = { lane: 'local' } as const;
const ofBackup = z.strictObject({ id: z.string().max(64) });

export const backupMethods = {
  /**
   * Saves a backup of this profile; undefined: no file chosen. With a passphrase it is encrypted, and only then it may contain
   * secrets. Never contains sessions.
   */
  'backup.create': method(
    z
      .strictObject({ passphrase: newPassphraseSchema.nullable(), includesSecrets: z.boolean() })
      .refine(({ passphrase, includesSecrets }) => passphrase !== null || !includesSecrets, {
        path: ['passphrase'],
        error: 'Enter a passphrase: secrets are only saved encrypted.',
      }),
    lastBackupSchema.optional(),
    local,
  ),
  'backup.last': method(nothingSchema, lastBackupSchema.optional(), local),
  /** Lets the user choose a backup, and reads what is in it; undefined: no file chosen. Replaces the one that was open. */
  'backup.open': method(nothingSchema, openedBackupSchema.optional(), local),
  /** Throws `passphrase-wrong`. */
  'backup.unlock': method(ofBackup.extend({ passphrase: passphraseSchema }), backupPreviewSchema, local),
  /** Restores all of it or nothing, after a backup of this profile. Throws `conflict` while a plan is applied. */
  'backup.restore': method(
    ofBackup.extend({ existing: z.enum(backupChoices), settings: z.boolean() }),
    restoredBackupSchema,
    local,
  ),
  /** Removes its content from disk and memory. */
  'backup.close': method(ofBackup, z.undefined(), local),
} as const;
