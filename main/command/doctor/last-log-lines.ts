import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const maxLines = 300;

/** The end of the log; nothing where there is none. */
export function lastLogLines(folder: string): readonly string[] {
  try {
    return readFileSync(join(folder, 'log', 'desk.log'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(-maxLines);
  } catch {
    return [];
  }
}
