import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Maximum printed lines of one page: enough for a dialog and what is below it. */
const maxLines = 150;

/**
 * The page content of each failed test, because on a discarded machine only the log is left after the run.
 * `folder` is the output folder of one project.
 */
export function failedPages(folder: string): string[] {
  return globSync('**/error-context.md', { cwd: folder }).map((path) => {
    const lines = readFileSync(join(folder, path), 'utf8').split('\n');
    const cut = lines.length > maxLines ? [`(${lines.length - maxLines} more lines)`] : [];
    return [`== ${path}`, ...lines.slice(0, maxLines), ...cut].join('\n');
  });
}
