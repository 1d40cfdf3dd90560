import { readFileSync } from 'node:fs';
import { logFile } from '../platform/log/file-log.ts';

const maxLines = 300;
/** The end of the log; nothing where there is none. When the current file is new, most of it is in the one before. */
export function lastLogLines(folder: string): readonly string[] {
  return [1, 0].flatMap((index) => linesOf(logFile(folder, index))).slice(-maxLines);
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
