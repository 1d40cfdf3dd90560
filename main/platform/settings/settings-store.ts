import { z } from 'zod';
import type { Settings } from '../../../contract/settings/settings.ts';
import { defaultSettings } from '../../../contract/settings/default-settings.ts';
import { settingsSchema } from '../../../contract/settings/settings.ts';
import { usableShortcuts } from '../../../contract/settings/shortcuts.ts';
import type { Database } from '../storage/database.ts';
import { parseJsonColumn, parseRow, transaction } from '../storage/database.ts';
import type { SchemaSteps } from '../storage/schema-steps.ts';
import type { SettingsChanges } from './reject-unusable.ts';
import { rejectUnusable } from './reject-unusable.ts';

export const settingsSchemaSteps: SchemaSteps = {
  noun: 'settings',
  records: { settings: 'settings' },
  steps: ['CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID'],
};

export interface SettingsStore {
  read(): Settings;
  /** Saves the given settings; others are unchanged. */
  write(changes: SettingsChanges): void;
}

const rowSchema = z.object({ name: z.string(), value: z.string() });

/**
 * Missing settings, and values that this version doesn't accept, have their default. `managed` settings are those of the
 * organization, whatever is stored.
 */
export function createSettingsStore(database: Database, managed: Partial<Settings> = {}): SettingsStore {
  const selectAll = database.prepare('SELECT name, value FROM settings');
  const upsert = database.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  );
  return {
    read() {
      const stored = selectAll.all().map((row) => {
        const { name, value } = parseRow(rowSchema, row);
        const parsed = parseJsonColumn(z.unknown(), value);
        return [name, name === 'shortcuts' ? usableShortcuts(parsed) : parsed] as const;
      });
      const own = stored.reduce<Settings>((settings, [name, value]) => {
        const next = settingsSchema.safeParse({ ...settings, [name]: value });
        return next.success && isUsable(next.data) ? next.data : settings;
      }, defaultSettings);
      return { ...own, ...managed };
    },
    write(changes) {
      transaction(database, () => {
        for (const [name, value] of Object.entries(changes)) {
          // What the organization decides doesn't replace what was chosen before.
          if (value !== undefined && !(name in managed)) upsert.run(name, JSON.stringify(value));
        }
      });
    },
  };
}

function isUsable(settings: Settings): boolean {
  try {
    rejectUnusable(settings);
    return true;
  } catch {
    return false;
  }
}
