import { chmodSync, closeSync, lstatSync, mkdirSync, openSync } from 'node:fs';

/** Makes a folder that only its owner can open, and closes one to others that is there already. */
export function makeOwnFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeToOthers(folder);
}

/** Makes a file that only its owner can read, and closes one to others that is there already. */
export function makeOwnFile(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  closeToOthers(file);
}

/** Where there is something under this path. Windows has no such modes: there the rights of the folder are inherited. */
export function closeToOthers(path: string): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (process.platform === 'win32' || entry === undefined || (entry.mode & 0o077) === 0) return;
  chmodSync(path, entry.mode & 0o700);
}
