import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Settings } from '../../../contract/settings/settings.ts';
import { defaultSettings } from '../../../contract/settings/default-settings.ts';
import { databaseFileName } from '../storage/database-file.ts';
import { createSettingsStore } from './settings-store.ts';

/** The settings of a profile before it is opened, for what can't be changed later. The defaults if they can't be read. */
export function readSavedSettings(profileFolder: string): Settings {
  const file = join(profileFolder, databaseFileName);
  if (!existsSync(file)) return defaultSettings;
  try {
    using database = new DatabaseSync(file, { readOnly: true, timeout: 1000 });
    return createSettingsStore(database).read();
  } catch {
    return defaultSettings;
  }
}
