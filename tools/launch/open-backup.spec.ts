import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { failure } from '../../main/platform/errors/failure.ts';
import { NewerProfile } from '../../main/platform/storage/profile-backups.ts';
import { runOnProfile } from './open-backup.ts';

let root: string;
let profileFolder: string;
let lines: string[];
let folders: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'open-backup-'));
  profileFolder = join(root, 'profile');
  lines = [];
  folders = [];
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function newer(hasBackup: boolean): NewerProfile {
  const file = join(root, 'profile', 'desk.sqlite.before-update-2026-11-20T10-30-00');
  return new NewerProfile(
    failure('profile-version-unknown', 'Written by a newer version.'),
    hasBackup ? { file, madeAt: Date.UTC(2026, 10, 20, 10, 30) } : undefined,
  );
}

/** Runs on a profile that can't be opened; a copy of it can. */
function run(opensBackup: true | undefined, error: Error): Promise<number> {
  return runOnProfile({
    profileFolder,
    opensBackup,
    say: (line) => lines.push(line),
    run(folder) {
      folders.push(folder);
      return folder === profileFolder ? Promise.reject(error) : Promise.resolve(0);
    },
  });
}

it('runs on the copy of a backup if that is wanted', async () => {
  const error = newer(true);
  mkdirSync(profileFolder);
  writeFileSync(error.backup?.file ?? '', 'a database');
  expect(await run(true, error)).toBe(0);
  const copy = `${profileFolder}-2026-11-20T10-30-00`;
  expect(folders).toEqual([profileFolder, copy]);
  expect(existsSync(join(copy, 'desk.sqlite'))).toBe(true);
  expect(lines).toEqual([expect.stringContaining(copy)]);
});

it('says how to open a backup', async () => {
  await expect(run(undefined, newer(true))).rejects.toThrow('newer version');
  expect(folders).toEqual([profileFolder]);
  expect(lines).toEqual([expect.stringContaining('--open-backup')]);
});

it.each([true, undefined] as const)('says nothing of a backup that does not exist', async (opensBackup) => {
  await expect(run(opensBackup, newer(false))).rejects.toThrow('newer version');
  expect(lines).toEqual([]);
});

it('does not hide another error', async () => {
  await expect(run(true, new Error('Port in use.'))).rejects.toThrow('Port in use.');
  expect(folders).toEqual([profileFolder]);
});
