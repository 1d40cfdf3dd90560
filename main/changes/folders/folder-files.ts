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

/** A file as it was read, with what tells that it is still the same. */
export interface ReadFile extends TextForm {
  readonly text: string;
  readonly mark: string;
}

/** Names of the files in a folder that have this extension. Throws `file-unreadable` where the folder is gone or cannot be read. */
export async function fileNames(folder: string, extension: string): Promise<string[]> {
  try {
    // Where it became a link meanwhile, it is another folder than the one that was chosen.
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
 * Tells whether a file is still the one that was looked at, without reading it; undefined where there is none. Throws
 * `file-unreadable` for a link, which may lead outside of the folder, and whatever else is no file.
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

/** Undefined where there is no such file. Throws as `markOf` and `readText` do. */
export async function readTextFile(folder: string, name: string): Promise<ReadFile | undefined> {
  const bytes = await readPlainFile(folder, name);
  if (bytes === undefined) return undefined;
  return { ...readText(name, bytes.content), mark: bytes.mark };
}

/** A file of the folder itself, and no link to one. */
export async function readPlainFile(
  folder: string,
  name: string,
): Promise<{ readonly content: Uint8Array; readonly mark: string } | undefined> {
  const mark = await markOf(folder, name);
  if (mark === undefined) return undefined;
  let file: FileHandle | undefined;
  try {
    // Also where it became a link since it was looked at; Windows has no such flag, and adds none.
    file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW);
    const { size } = await file.stat();
    // The manifest of very many things is larger than any of their files.
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
 * Puts a text into its file, whole or not at all. `expected` is the file as it was read, undefined for a new one: where it
 * changed since, nothing is written and the answer is undefined. Throws `storage-full`, `storage-failed`.
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
    // The moment before it takes the place of the other.
    if ((await markOf(folder, name)) !== expected) throw new ChangedMeanwhile();
  }).catch((error: unknown) => {
    if (!(error instanceof ChangedMeanwhile)) throw error;
  });
  const mark = await markOf(folder, name);
  return mark === expected ? undefined : mark;
}

/** What lies in the folder itself under any system, is not hidden, and has the extension. */
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
