import { basename } from 'node:path';
import type { OpenedFile } from '../files/opened-file.ts';
import { readBounded } from './read-bounded.ts';

/** Reads a file, and can tell later whether it is still that. Throws as `readBounded` does. */
export async function openAt(path: string, maxBytes: number): Promise<OpenedFile> {
  const bytes = await readBounded(path, maxBytes);
  return {
    name: basename(path),
    bytes,
    async isAsOpened() {
      try {
        return Buffer.compare(bytes, await readBounded(path, maxBytes)) === 0;
      } catch {
        // What was read is whole, whatever became of the file.
        return true;
      }
    },
  };
}
