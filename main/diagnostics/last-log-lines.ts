import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const maxLines = 300;
/** The current file, and the one before it, of which little may be left when the current one is new. */
const files = ['desk.1.log', 'desk.log'];

/** The end of the log; nothing where there is none. */
export function lastLogLines(folder: string): readonly string[] {
  return files.flatMap((name) => linesOf(join(folder, 'log', name))).slice(-maxLines);
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return [];
  }
}
