import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../platform/host/replace-file.ts';
import type { WriteParts } from './write-backup.ts';
import { writeBackup } from './write-backup.ts';

export const backupsFolder = 'backups';

/** Older ones are deleted. */
const maxBackups = 3;
const ownName = /^before-restore-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}\.tdbackup$/;

/** Saves a backup in the profile folder, which Settings can restore like any other, and returns its path. Nothing is restored without. */
export async function backUpBeforeRestore(parts: WriteParts): Promise<string> {
  const folder = join(parts.folder, backupsFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const date = new Date(parts.now()).toISOString().slice(0, 23).replaceAll(/[:.]/g, '-');
  const path = join(folder, `before-restore-${date}.tdbackup`);
  await replaceFile(path, (sink) => writeBackup(parts, { passphrase: null, includesSecrets: false }, sink));
  const names = readdirSync(folder).filter((name) => ownName.test(name));
  for (const name of names.toSorted().toReversed().slice(maxBackups))
    rmSync(join(folder, name), { force: true });
  return path;
}
