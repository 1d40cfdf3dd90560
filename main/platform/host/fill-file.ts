import { open } from 'node:fs/promises';
import type { FileSink } from './host.ts';

/**
 * Creates a file, readable by its owner only, and lets `write` fill it. The file is on disk when this resolves.
 *
 * @throws the error of `write` or of the file system; the caller has to remove the file.
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
