import { z } from 'zod';
import type { Handler, HandlersOf } from '../../../contract/bridge/methods.ts';
import type { Settings } from '../../../contract/settings/settings.ts';
import { settingsSchema } from '../../../contract/settings/settings.ts';
import { checkShape, parseJsonFile, rejectNewer } from '../files/json-file.ts';
import type { OpenedFile } from '../files/opened-file.ts';
import { createOpenedFiles } from '../files/opened-files.ts';
import type { Host } from '../host/host.ts';
import { changedSettings, knownSettings, onlyChanged, settingNames } from './changed-settings.ts';
import { rejectUnusable } from './reject-unusable.ts';

export interface SettingsFileParts {
  readonly host: Pick<Host, 'openFile' | 'saveFile'>;
  readonly read: () => Settings;
  /** Saves and applies them. */
  readonly update: Handler<'settings.update'>;
  readonly managed: Partial<Settings>;
  readonly newId: () => string;
}

const fileVersion = 1;
const format = {
  what: 'settings of Tenant Desk',
  advice: 'Choose a file that was saved with “Export settings”.',
  maxBytes: 4 * 1024 * 1024,
};
const versionSchema = z.looseObject({ format: z.literal('tenant-desk-settings'), version: z.int().min(1) });
const fileSchema = z.strictObject({
  ...versionSchema.shape,
  /** Settings of other versions are ignored. */
  settings: z.looseObject(settingsSchema.partial().shape),
});

/** Settings as a file, for another machine. They contain no secrets: the login of a proxy is in the keychain. */
export function createSettingsFileHandlers(parts: SettingsFileParts): HandlersOf<'settingsFile'> {
  const { host, managed } = parts;
  const opened = createOpenedFiles<Partial<Settings>>('The file is no longer open. Open it again.');
  return {
    'settingsFile.save': async (_nothing, { signal }) => {
      const own = Object.entries(parts.read()).filter(([name]) => !(name in managed));
      const content = {
        format: 'tenant-desk-settings',
        version: fileVersion,
        settings: Object.fromEntries(own),
      };
      return await host.saveFile(
        { title: 'Export settings', suggestedName: 'tenant-desk-settings.json', extensions: ['.json'] },
        (sink) => sink(`${JSON.stringify(content, null, 2)}\n`),
        signal,
      );
    },
    'settingsFile.open': async (_nothing, { signal }) => {
      const { maxBytes } = format;
      const file = await host.openFile({ title: 'Import settings', extensions: ['.json'], maxBytes }, signal);
      if (file === undefined) return undefined;
      const settings = await readSettings(file, signal);
      const fileId = parts.newId();
      opened.add(fileId, settings);
      return {
        ...{ fileId, fileName: file.name },
        changes: changedSettings(settings, parts.read(), managed),
        managed: settingNames.filter((name) => name in settings && name in managed),
      };
    },
    'settingsFile.import': async ({ fileId }, call) => {
      const settings = opened.get(fileId);
      const changes = changedSettings(settings, parts.read(), managed);
      return await parts.update(onlyChanged(settings, changes), call);
    },
  };
}

async function readSettings(file: OpenedFile, signal: AbortSignal): Promise<Partial<Settings>> {
  const json = await parseJsonFile(file, format, signal);
  const { version } = await checkShape(file.name, json, { ...format, schema: versionSchema });
  rejectNewer(file.name, version, fileVersion, 'Nothing was changed.');
  const { settings } = await checkShape(file.name, json, { ...format, schema: fileSchema });
  const known = knownSettings(settings);
  rejectUnusable(known);
  return known;
}
