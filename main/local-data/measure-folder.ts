import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Used } from './measure-tables.ts';

/** The files of the profile folder by what they are; `database` and `results` are divided further. */
const parts = ['database', 'results', 'backups', 'crashReports', 'logs', 'sandbox', 'other'] as const;
type FolderPart = (typeof parts)[number];

export type MeasuredFolder = Readonly<Record<FolderPart, Used>>;

const folders: Readonly<Record<string, FolderPart>> = {
  results: 'results',
  backups: 'backups',
  crashes: 'crashReports',
  log: 'logs',
  sandbox: 'sandbox',
};

/** Sizes of files as they are on disk now; one that is deleted while they are measured isn't counted. */
export async function measureFolder(folder: string): Promise<MeasuredFolder> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const used = Object.fromEntries(parts.map((part) => [part, { bytes: 0, count: 0 }])) as Record<
    FolderPart,
    { bytes: number; count: number }
  >;
  await Promise.all(
    found
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        const { size } = await stat(path).catch(() => ({ size: 0 }));
        const part = used[partOf(relative(folder, path))];
        part.bytes += size;
        part.count += 1;
      }),
  );
  return used;
}

function partOf(path: string): FolderPart {
  const [first = '', ...rest] = path.split(sep);
  if (rest.length > 0) return folders[first] ?? 'other';
  if (/^desk\.sqlite(-wal|-shm)?$/.test(first)) return 'database';
  return /^desk\.sqlite\./.test(first) ? 'backups' : 'other';
}
