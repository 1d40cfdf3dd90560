import { realpath, stat } from 'node:fs/promises';
import { failure } from '../errors/failure.ts';

/** The path of a folder with links resolved. Throws `file-unreadable` if it isn't a folder, or can't be read. */
export async function realFolder(path: string): Promise<string> {
  try {
    const real = await realpath(path);
    if ((await stat(real)).isDirectory()) return real;
  } catch (cause) {
    throw failure(
      'file-unreadable',
      `${path} can’t be read. Check that it exists and that you have permission.`,
      {
        detail: String(cause),
        cause,
      },
    );
  }
  throw failure('file-unreadable', `${path} isn’t a folder.`);
}
