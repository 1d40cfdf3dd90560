import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '../errors/failure.ts';

const forOthers = 0o077;
const sticky = 0o1000;

export interface OwnerOnlyOptions {
  readonly folder: string;
  /** A file by which a folder is known to be a profile, whatever else lies in it. */
  readonly profileFile: string;
  readonly platform: NodeJS.Platform;
}

/**
 * Makes the folder where there is none, and closes it to everyone but its owner, whatever made it. Answers what had to
 * be closed, as paths in the folder (`.` for itself); nothing on Windows, where a profile's rights are inherited.
 * Throws `storage-failed` for a folder that is shared on purpose: one with other people's things would be lost to them.
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
      `The profile folder ${folder} is shared with others and holds other things too. Start with a folder that is empty or does not exist yet, or let only yourself read this one (chmod 700).`,
    );
  }
  close(folder, folder);
  return ['.', ...closeFiles(folder)];
}

/**
 * Makes a file that only its owner can read, unless it is there. To be called before SQLite opens a database: it would make
 * one that everybody can read, as far as the umask of the process lets it.
 */
export function makeOwnFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
}

/** Closes the profile's files, those of the log too. Answers which were open to others. */
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

/** What a profile folder holds, the databases' companions included. */
function isOwnName(name: string): boolean {
  return /^(desk\..*|window\.json.*|open-tenant-desk\.html|log|results|sandbox|electron)$/.test(name);
}

function close(path: string, folder: string): void {
  try {
    chmodSync(path, statSync(path).mode & 0o700);
  } catch (error) {
    throw failure(
      'storage-failed',
      `The profile folder ${folder} can be read by others, and that could not be changed: it belongs to another user. Start with a folder of your own.`,
      { cause: error },
    );
  }
}
