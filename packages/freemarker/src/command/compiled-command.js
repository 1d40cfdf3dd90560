import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The address of the compiled command, or undefined when there is none or a source is younger. By time and not by
 * content: reading every source would cost more than the compiled file saves.
 *
 * @param {URL} built
 * @param {URL} sources a folder
 * @returns {URL | undefined}
 */
export function compiledCommand(built, sources) {
  const builtAt = statSync(built, { throwIfNoEntry: false })?.mtimeMs;
  if (builtAt === undefined) return undefined;
  const isFresh = readdirSync(fileURLToPath(sources), { recursive: true, withFileTypes: true }).every(
    (entry) => !entry.isFile() || statSync(`${entry.parentPath}/${entry.name}`).mtimeMs <= builtAt,
  );
  return isFresh ? built : undefined;
}
