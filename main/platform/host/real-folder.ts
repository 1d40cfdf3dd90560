import { realpath, stat } from 'node:fs/promises';
import { failure } from '../errors/failure.ts';

/** The path of a folder without links in it. Throws `file-unreadable` for what is none, or may not be read. */
export async function realFolder(path: string): Promise<string> {
  try {
    const real = await realpath(path);
    if ((await stat(real)).isDirectory()) return real;
  } catch (cause) {
    throw failure(
      'file-unreadable',
      `${path} cannot be read. Check that it exists and that you may read it.`,
      {
        detail: String(cause),
        cause,
      },
    );
  }
  throw failure('file-unreadable', `${path} is no folder.`);
}
