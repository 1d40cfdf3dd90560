import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { failure } from '../../platform/errors/failure.ts';
import { jsonOf } from '../read-file.ts';

const valuesSchema = z.record(z.string(), z.string());

const settingsFileSchema = z.strictObject({
  $schema: z.string().optional(),
  /** The tenant that is meant without `--tenant`. */
  tenant: z.string().optional(),
  /** Values for `${env:NAME}`, for all tenants. No secrets: the file is in the repository. */
  values: valuesSchema.default({}),
  /** The same for one tenant, by name or URL. */
  tenants: z.record(z.string(), z.strictObject({ values: valuesSchema.default({}) })).default({}),
});

export type FolderSettings = z.infer<typeof settingsFileSchema>;

/** The `tdesk.json` of a folder, or of the nearest folder above that has one. */
export const readSettingsFile = async (folder: string): Promise<FolderSettings> =>
  (await findSettingsFile(folder)).settings;

export interface FoundSettings {
  /** Undefined if there is no such file. */
  readonly path: string | undefined;
  readonly settings: FolderSettings;
}

/** The same, with the path of the file. */
export async function findSettingsFile(folder: string): Promise<FoundSettings> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = join(at, 'tdesk.json');
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw failure('file-unreadable', `${path} can’t be read. Check its permissions.`, { cause: error });
    });
    if (text !== undefined) return { path, settings: parse(path, text) };
    if (dirname(at) === at) return { path: undefined, settings: settingsFileSchema.parse({}) };
  }
}

function parse(path: string, text: string): FolderSettings {
  const parsed = settingsFileSchema.safeParse(jsonOf(path, text));
  if (parsed.success) return parsed.data;
  throw failure('file-wrong-shape', `${path} has settings that tdesk doesn’t know.`, {
    detail: z.prettifyError(parsed.error),
  });
}
