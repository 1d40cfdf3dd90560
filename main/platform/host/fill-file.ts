import { open } from 'node:fs/promises';
import type { FileSink } from './host.ts';

/**
 * Makes a new file, readable by its owner only, and has `write` fill it. It is on the disk when this resolves.
 *
 * @throws what `write` threw, or the error of the file system; the file stays for the caller to remove.
 */
export async function fillFile(path: string, write: (sink: FileSink) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await write(async (chunk) => {
      await file.writeFile(chunk);
    });
    await file.sync();
  } finally {
    await file.close();
  }
}
