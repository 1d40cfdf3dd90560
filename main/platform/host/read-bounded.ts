import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../errors/failure.ts';
import { formatBytes } from '../../../languages/text/intl.ts';

/** In bytes. */
const slice = 1024 * 1024;
/** A pipe would be waited for without end until somebody writes to it. On Windows there is no such flag, and it counts as none. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * The bytes of a file. Throws `file-too-large`, before it is read where its size says so and else as soon as it has grown
 * beyond, and `file-unreadable`: for a folder, a device, and whatever the file system says.
 */
export async function readBounded(path: string, maxBytes: number): Promise<Uint8Array> {
  const name = basename(path);
  try {
    await using file = await open(path, flags);
    const about = await file.stat();
    if (about.isDirectory()) throw failure('file-unreadable', `${name} is a folder. Choose a file in it.`);
    if (!about.isFile()) throw failure('file-unreadable', `${name} is no file. Choose another.`);
    const tooLarge = () =>
      failure('file-too-large', `${name} is larger than ${formatBytes(maxBytes, 'up')} and was not read.`);
    if (about.size > maxBytes) throw tooLarge();
    const slices: Uint8Array[] = [];
    let total = 0;
    for (;;) {
      // One more than the size says: the end shows only where nothing is left to read.
      const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(slice, maxBytes - total + 1)));
      if (bytesRead === 0) return Buffer.concat(slices, total);
      total += bytesRead;
      if (total > maxBytes) throw tooLarge();
      slices.push(buffer.subarray(0, bytesRead));
    }
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
