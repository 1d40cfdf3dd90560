import { basename } from 'node:path';
import type { OpenedFile } from '../files/opened-file.ts';
import { readBounded } from './read-bounded.ts';

/** Reads a file, and can check later whether it has changed. Throws like `readBounded`. */
export async function openAt(path: string, maxBytes: number): Promise<OpenedFile> {
  const bytes = await readBounded(path, maxBytes);
  return {
    name: basename(path),
    bytes,
    async isAsOpened() {
      try {
        return Buffer.compare(bytes, await readBounded(path, maxBytes)) === 0;
      } catch {
        // The content already read is complete.
        return true;
      }
    },
  };
}
