import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lines of one page that are told: enough for a dialog and what lies below it. */
const maxLines = 150;

/**
 * What the pages showed on which tests failed, a text each: a machine that is gone after the run leaves nothing but its
 * log. `folder` is where the tests of one project put what they leave.
 */
export function failedPages(folder: string): string[] {
  return globSync('**/error-context.md', { cwd: folder }).map((path) => {
    const lines = readFileSync(join(folder, path), 'utf8').split('\n');
    const cut = lines.length > maxLines ? [`(${lines.length - maxLines} more lines)`] : [];
    return [`== ${path}`, ...lines.slice(0, maxLines), ...cut].join('\n');
  });
}
