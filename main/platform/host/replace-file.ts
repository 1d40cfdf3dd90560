import { randomUUID } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fillFile } from './fill-file.ts';
import type { FileSink } from './host.ts';
import { incomplete, isStorageFull, saveFailure } from './save-failure.ts';

/**
 * Fills a new file beside the chosen one and puts it in its place only when it is complete. Throws what `write` threw,
 * `storage-full` or `storage-failed`; the chosen one is as it was then. With `savesBeginning` what had been written when the
 * disk was full stays beside it, as `<name> (incomplete)`.
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
    const told = saveFailure(cause, basename(path), 'the disk');
    const kept = savesBeginning && isStorageFull(told) ? await saveBeginning(fresh, path) : undefined;
    await rm(fresh, { force: true });
    throw kept === undefined ? told : incomplete(basename(path), kept, cause);
  }
}

/** Answers the name under which it stays; undefined where there is nothing to keep, or no way to. */
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
