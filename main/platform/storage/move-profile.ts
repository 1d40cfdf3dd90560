import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ProfileFolderSources } from './profile-folder.ts';
import { defaultProfileFolder, roamingProfileFolder } from './profile-folder.ts';
import { databaseFileName } from './database-file.ts';
import { lockFileName, lockFolder } from './folder-lock.ts';

/** The default profile folder. On Windows, the profile of an earlier version is moved there from the roaming folder, once. */
export function ownProfileFolder(sources: ProfileFolderSources): string {
  const folder = defaultProfileFolder(sources);
  const roaming = roamingProfileFolder(sources);
  return roaming === undefined ? folder : moveProfile(roaming, folder);
}

/**
 * Moves a profile folder and returns where it is now. It stays in its old place while another process uses it, or if it can't be
 * moved; the next start tries again. A profile in the new place is never replaced.
 */
export function moveProfile(from: string, to: string): string {
  const hasProfile = (folder: string): boolean => existsSync(join(folder, databaseFileName));
  if (!hasProfile(from) || hasProfile(to)) return to;
  try {
    // Windows moves no folder with an open file, so this lock only shows that no one else has one.
    lockFolder(join(from, lockFileName), from).release();
    move(from, to);
    return to;
  } catch {
    return hasProfile(to) ? to : from;
  }
}

function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    renameSync(from, to);
  } catch {
    // On another volume, such as a redirected folder, or something without a profile is in the new place.
    const partial = `${to}.moving`;
    rmSync(partial, { recursive: true, force: true });
    cpSync(from, partial, { recursive: true, preserveTimestamps: true });
    rmSync(to, { recursive: true, force: true });
    renameSync(partial, to);
    rmSync(from, { recursive: true, force: true });
  }
}
