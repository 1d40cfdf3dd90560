import { chmodSync, closeSync, lstatSync, mkdirSync, openSync } from 'node:fs';

/** Creates a folder that only its owner can open, or restricts an existing one. */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeToOthers(folder);
}

/** Creates a file that only its owner can read, or restricts an existing one. */
export function makeOwnFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  closeToOthers(file);
}

/** Restricts an existing path. Windows has no such modes: there, the folder's permissions are inherited. */
export function closeToOthers(path: string): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (process.platform === 'win32' || entry === undefined || (entry.mode & 0o077) === 0) return;
  chmodSync(path, entry.mode & 0o700);
}
