import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { maxTextBytes } from '../../../contract/schema/text-limits.ts';
import { failure } from '../../platform/errors/failure.ts';
import { isPortableFileName } from '../../platform/files/file-name.ts';
import { replaceFile } from '../../platform/host/replace-file.ts';
import type { TextForm } from '../../platform/files/text-form.ts';
import { readText, textBytes } from '../../platform/files/text-form.ts';

/** A file as it was read, with a mark that shows whether it has changed since. */
export interface ReadFile extends TextForm {
  readonly text: string;
  readonly mark: string;
}

/** Names of the files in a folder with this extension. Throws `file-unreadable` if the folder is gone or can't be read. */
export async function fileNames(folder: string, extension: string): Promise<string[]> {
  try {
    // If it was replaced by a link, it is no longer the folder that was chosen.
    if ((await realpath(folder)) !== folder) throw new Error(`${folder} now points to a different folder.`);
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.map(({ name }) => name).filter((name) => isLinkable(name, extension));
  } catch (cause) {
    throw failure(
      'file-unreadable',
      `Couldn’t read the folder ${folder}: it was moved, deleted, or you don’t have access. Syncing resumes when it is available again.`,
      { detail: String(cause), cause },
    );
  }
}

/**
 * Detects whether a file has changed, without reading it; undefined if there is none. Throws
 * `file-unreadable` for a link, which may lead outside the folder, and for anything else that isn't a regular file.
 */
export async function markOf(folder: string, name: string): Promise<string | undefined> {
  try {
    const stat = await lstat(join(folder, name), { bigint: true });
    if (!stat.isFile()) throw notPlain(name);
    return `${stat.size} ${stat.mtimeNs} ${stat.ino}`;
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw unreadable(name, cause);
  }
}

/** Undefined if the file doesn't exist. Throws as `markOf` and `readText` do. */
export async function readTextFile(folder: string, name: string): Promise<ReadFile | undefined> {
  const bytes = await readPlainFile(folder, name);
  if (bytes === undefined) return undefined;
  return { ...readText(name, bytes.content), mark: bytes.mark };
}

/** Reads a regular file in the folder itself, but not a link. */
export async function readPlainFile(
  folder: string,
  name: string,
): Promise<{ readonly content: Uint8Array; readonly mark: string } | undefined> {
  const mark = await markOf(folder, name);
  if (mark === undefined) return undefined;
  let file: FileHandle | undefined;
  try {
    // Fails as well if it became a link after `markOf`; Windows has no such flag, and adds none.
    file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW);
    const { size } = await file.stat();
    // The manifest of very many items is larger than any of their files.
    if (size > 32 * maxTextBytes) throw failure('file-too-large', `${name} is larger than 32 MB.`);
    return { content: await file.readFile(), mark };
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw unreadable(name, cause);
  } finally {
    await file?.close();
  }
}

/**
 * Writes a text to its file, completely or not at all. `expected` is the mark of the file as it was read, undefined for a new one:
 * if the file changed since, nothing is written and the result is undefined. Throws `storage-full`, `storage-failed`.
 */
export async function writeTextFile(
  folder: string,
  name: string,
  text: string,
  form: TextForm,
  expected: string | undefined,
): Promise<string | undefined> {
  const bytes = textBytes(name, text, form);
  if ((await markOf(folder, name)) !== expected) return undefined;
  await replaceFile(join(folder, name), async (sink) => {
    await sink(bytes);
    // Right before it replaces the file.
    if ((await markOf(folder, name)) !== expected) throw new ChangedMeanwhile();
  }).catch((error: unknown) => {
    if (!(error instanceof ChangedMeanwhile)) throw error;
  });
  const mark = await markOf(folder, name);
  return mark === expected ? undefined : mark;
}

/** True for a name that is valid in the folder on every system, isn't hidden, and has the extension. */
export const isLinkable = (name: string, extension: string): boolean =>
  !name.startsWith('.') && isPortableFileName(name) && name.toLowerCase().endsWith(`.${extension}`);

class ChangedMeanwhile extends Error {}

function notPlain(name: string) {
  return failure(
    'file-unreadable',
    `${name} is a link or not a regular file, so it is ignored. Replace it with a regular file.`,
  );
}

function unreadable(name: string, cause: unknown): unknown {
  if (!(cause instanceof Error && 'syscall' in cause)) return cause;
  return failure('file-unreadable', `Couldn’t read ${name}. Check its permissions.`, {
    detail: String(cause),
    cause,
  });
}

const isMissing = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR');
