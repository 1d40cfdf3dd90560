import { readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const sources = ['contract', 'languages', 'main', 'tools/build'];
const files = ['package.json', 'package-lock.json'];

/**
 * Whether the built command is younger than everything it is built from. By time and not by content: reading every source
 * would take longer than the command. Folders count, as a file that was deleted or renamed is younger in them only.
 *
 * @param {URL} built
 * @param {URL} root of the clone
 * @returns {boolean}
 */
export function isCommandFresh(built, root) {
  const builtAt = statSync(built, { throwIfNoEntry: false })?.mtimeMs;
  if (builtAt === undefined) return false;
  /** @param {string} path */
  const isOlder = (path) => statSync(path).mtimeMs <= builtAt;
  return (
    files.every((file) => isOlder(fileURLToPath(new URL(file, root)))) &&
    sources.every((source) => {
      const folder = fileURLToPath(new URL(source, root));
      const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
      return isOlder(folder) && entries.every(({ parentPath, name }) => isOlder(`${parentPath}/${name}`));
    })
  );
}
