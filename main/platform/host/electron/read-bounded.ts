import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { DeskFailure } from '../../../../contract/desk-failure.ts';
import { sizeWords } from '../../../../contract/size-words.ts';
import { failure } from '../../failure.ts';

/** The bytes of a file. Throws `file-too-large` before it is read, and `file-unreadable`. */
export async function readBounded(path: string, maxBytes: number): Promise<Uint8Array> {
  const name = basename(path);
  try {
    const { size } = await stat(path);
    if (size > maxBytes) {
      throw failure('file-too-large', `${name} is larger than ${sizeWords(maxBytes)} and was not read.`);
    }
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof DeskFailure) throw cause;
    throw failure(
      'file-unreadable',
      `${name} cannot be read. Check that it exists and that you may read it.`,
      {
        detail: String(cause),
        cause,
      },
    );
  }
}
