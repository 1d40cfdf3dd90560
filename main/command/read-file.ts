import { readFile } from 'node:fs/promises';
import { failure } from '../platform/errors/failure.ts';

/** Throws `file-unreadable`. */
export async function readTextFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw failure('file-unreadable', `${file} can’t be read. Check its path and permissions.`, { cause });
  }
}

/** The value of a JSON text. Throws `file-not-json` with the name of its file. */
export function jsonOf(file: string, text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw failure('file-not-json', `${file} is not JSON. Correct it.`, { cause });
  }
}
