import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../errors/failure.ts';
import { formatBytes } from '../../../languages/text/intl.ts';

/** In bytes. */
const slice = 1024 * 1024;
/** Opening a pipe would block until something is written to it. Windows doesn't have this flag. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * The bytes of a file. Throws `file-too-large`, before reading if its size exceeds the limit or else as soon as it does, and
 * `file-unreadable` for a folder, a device, and file system errors.
 */
export async function readBounded(path: string, maxBytes: number): Promise<Uint8Array> {
  const name = basename(path);
  try {
    await using file = await open(path, flags);
    const about = await file.stat();
    if (about.isDirectory()) throw failure('file-unreadable', `${name} is a folder. Choose a file in it.`);
    if (!about.isFile()) throw failure('file-unreadable', `${name} isn’t a regular file. Choose another.`);
    const tooLarge = () =>
      failure('file-too-large', `${name} is larger than ${formatBytes(maxBytes, 'up')} and was not read.`);
    if (about.size > maxBytes) throw tooLarge();
    const slices: Uint8Array[] = [];
    let total = 0;
    for (;;) {
      // One byte more than expected: the end is only detected when nothing is left to read.
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
      `${name} can’t be read. Check that it exists and that you have permission.`,
      {
        detail: String(cause),
        cause,
      },
    );
  }
}
