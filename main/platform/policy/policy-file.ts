import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { dirname } from 'node:path';
import type { FoundPolicy } from './policy-source.ts';
import { absentPolicy } from './policy-source.ts';

export interface PolicyFileOptions {
  readonly file: string;
  /** The only user whose files are obeyed: 0, the administrator. */
  readonly ownerId: number;
}

const maxBytes = 4 * 1024 * 1024;
const writableByOthers = 0o022;

/** Reads a file that only the administrator can have written. Where anyone else could have, nothing in it is believed. */
export function readPolicyFile(
  { file, ownerId }: PolicyFileOptions,
  parse: (bytes: Buffer) => unknown = (bytes) => JSON.parse(bytes.toString('utf8')) as unknown,
): FoundPolicy {
  const unreadable = (problem: string): FoundPolicy => ({ state: 'unreadable', source: file, problem });
  const ownersOnly = `Make the file and its folder owned by root, and writable by no one else.`;
  let opened: number;
  try {
    // Anyone who may write to the folder could replace or remove the file.
    const folder = statSync(dirname(file));
    opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!isOwned(folder, ownerId)) {
      closeSync(opened);
      return unreadable(`Others than root can replace ${file}. ${ownersOnly}`);
    }
  } catch (error) {
    if (isMissing(error)) return absentPolicy;
    return unreadable(`${file} can't be opened (${codeOf(error)}). Make it readable by everyone.`);
  }
  try {
    const stats = fstatSync(opened);
    if (!stats.isFile() || stats.size > maxBytes) return unreadable(`${file} is not a file of up to 4 MB.`);
    if (!isOwned(stats, ownerId)) return unreadable(`Others than root can change ${file}. ${ownersOnly}`);
    return { state: 'found', source: file, value: parse(readFileSync(opened)) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return unreadable(`${file} can't be read: ${why}. Correct the file.`);
  } finally {
    closeSync(opened);
  }
}

function isOwned({ uid, mode }: Stats, ownerId: number): boolean {
  return uid === ownerId && (mode & writableByOthers) === 0;
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
