import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A crash dump, and what belongs to it. */
export interface CrashReportFile {
  readonly path: string;
  readonly bytes: number;
  readonly at: number;
}

export const crashFolderOf = (profileFolder: string): string => join(profileFolder, 'crashes');

/** Newest first; none if the folder doesn't exist. */
export async function findCrashReports(folder: string): Promise<readonly CrashReportFile[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const dumps = found.filter((entry) => entry.isFile() && entry.name.endsWith('.dmp'));
  const files = await Promise.all(
    dumps.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { path, bytes: size, at: mtimeMs };
    }),
  );
  return files.toSorted((a, b) => b.at - a.at);
}

export async function removeCrashReport({ path }: Pick<CrashReportFile, 'path'>): Promise<void> {
  await Promise.all([path, path.replace(/\.dmp$/, '.meta')].map((file) => rm(file, { force: true })));
}
