import { z } from 'zod';
import { nothingSchema } from '../schema/identifiers.ts';
import { method } from '../schema/method.ts';
import { settingsSchema } from './settings.ts';

const settingNameSchema = settingsSchema.keyof();

/** A setting that a file would change. */
export const changedSettingSchema = z.strictObject({
  name: settingNameSchema,
  /** As JSON. */
  from: z.string(),
  to: z.string(),
});

const openedSettingsSchema = z.strictObject({
  fileId: z.string(),
  fileName: z.string(),
  /** Managed settings aren't among them. */
  changes: z.array(changedSettingSchema),
  /** Names of settings in the file that the organization manages: they stay as they are. */
  managed: z.array(settingNameSchema),
});

export type ChangedSetting = z.infer<typeof changedSettingSchema>;
export type OpenedSettings = z.infer<typeof openedSettingsSchema>;

const local = { lane: 'local' } as const;

export const settingsFileMethods = {
  /** Saves all settings except managed ones, without secrets; undefined: no file chosen. */
  'settingsFile.save': method(nothingSchema, z.strictObject({ fileName: z.string() }).optional(), local),
  /** Lets the user choose a file, and says what it would change; undefined: no file chosen. */
  'settingsFile.open': method(nothingSchema, openedSettingsSchema.optional(), local),
  /** Throws `not-found` for a file that is no longer open. */
  'settingsFile.import': method(z.strictObject({ fileId: z.string().max(64) }), settingsSchema, local),
} as const;
