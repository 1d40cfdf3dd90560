import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fillFile } from './fill-file.ts';
import type { FileSink } from './host.ts';
import { saveFailure } from './save-failure.ts';

/**
 * Fills a new file beside the chosen one and puts it in its place only when it is complete. Throws what `write` threw,
 * `storage-full` or `storage-failed`; the chosen one is as it was then.
 */
export async function replaceFile(path: string, write: (sink: FileSink) => Promise<void>): Promise<void> {
  const fresh = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`);
  try {
    await fillFile(fresh, write);
    await rename(fresh, path);
  } catch (cause) {
    await rm(fresh, { force: true });
    throw saveFailure(cause, basename(path), 'the disk');
  }
}
