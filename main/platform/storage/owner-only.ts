import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '../errors/failure.ts';

const forOthers = 0o077;
const sticky = 0o1000;

export interface OwnerOnlyOptions {
  readonly folder: string;
  /** A file that identifies a folder as a profile, regardless of other content. */
  readonly profileFile: string;
  readonly platform: NodeJS.Platform;
}

/**
 * Creates the folder if necessary, and restricts access to its owner. Returns the paths whose permissions were changed (`.` for the
 * folder); empty on Windows, where permissions are inherited. Throws `storage-failed` for a deliberately shared folder, which would
 * become inaccessible to others.
 */
export function makeOwnerOnly({ folder, profileFile, platform }: OwnerOnlyOptions): readonly string[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (platform === 'win32') return [];
  const { mode } = statSync(folder);
  if ((mode & forOthers) === 0) return closeFiles(folder);
  const names = readdirSync(folder);
  const isProfile = names.includes(profileFile) || names.every(isOwnName);
  if ((mode & sticky) !== 0 || !isProfile) {
    throw failure(
      'storage-failed',
      `The profile folder ${folder} is shared with others and has other content. Use an empty or new folder, or restrict this one to yourself (chmod 700).`,
    );
  }
  close(folder, folder);
  return ['.', ...closeFiles(folder)];
}

/**
 * Creates a file that only its owner can read, unless it exists. Must be called before SQLite opens a database: SQLite would create
 * it with the permissions of the process's umask.
 */
export function makeOwnFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}

/** Restricts the profile's files, including logs, to the owner. Returns those that others could access. */
export function closeFiles(folder: string): readonly string[] {
  const log = readdirSync(folder).includes('log') ? readdirSync(join(folder, 'log')) : [];
  const names = [...readdirSync(folder).filter(isOwnName), ...log.map((name) => join('log', name))];
  return names.filter((name) => {
    const path = join(folder, name);
    const entry = lstatSync(path, { throwIfNoEntry: false });
    const isOpen = entry !== undefined && !entry.isSymbolicLink() && (entry.mode & forOthers) !== 0;
    if (isOpen) close(path, folder);
    return isOpen;
  });
}

/** True for files of a profile, including companion files of databases. */
function isOwnName(name: string): boolean {
  return /^(desk\..*|window\.json.*|open-tenant-desk\.html|log|results|sandbox|electron|updates)$/.test(name);
}

function close(path: string, folder: string): void {
  try {
    chmodSync(path, statSync(path).mode & 0o700);
  } catch (error) {
    throw failure(
      'storage-failed',
      `The profile folder ${folder} is readable by others and belongs to another user. Start with your own folder.`,
      { cause: error },
    );
  }
}
