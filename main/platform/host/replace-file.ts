import { randomUUID } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fillFile } from './fill-file.ts';
import type { FileSink } from './host.ts';
import { incomplete, isStorageFull, saveFailure } from './save-failure.ts';

/**
 * Writes to a new file next to the chosen one, and replaces that only when complete. Throws the error of `write`, `storage-full`
 * or `storage-failed`; the chosen file is unchanged then. With `savesBeginning`, the partial content on a full disk is saved next
 * to it as `<name> (incomplete)`.
 */
export async function replaceFile(
  path: string,
  write: (sink: FileSink) => Promise<void>,
  { savesBeginning = false }: { readonly savesBeginning?: boolean } = {},
): Promise<void> {
  const fresh = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  try {
    await fillFile(fresh, write);
    await rename(fresh, path);
  } catch (cause) {
    const failed = saveFailure(cause, basename(path), 'the disk');
    const partial = savesBeginning && isStorageFull(failed) ? await saveBeginning(fresh, path) : undefined;
    // What can't be removed must not hide why the file couldn't be saved.
    await rm(fresh, { force: true }).catch(() => undefined);
    throw partial === undefined ? failed : incomplete(basename(path), partial, cause);
  }
}

/** Returns the name of the saved part; undefined if there is nothing to save, or it failed. */
async function saveBeginning(fresh: string, path: string): Promise<string | undefined> {
  const extension = extname(path);
  const name = `${basename(path, extension)} (incomplete)${extension}`;
  try {
    if ((await stat(fresh)).size === 0) return undefined;
    await rename(fresh, join(dirname(path), name));
    return name;
  } catch {
    return undefined;
  }
}
