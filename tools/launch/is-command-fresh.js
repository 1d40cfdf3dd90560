import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What decides beside the sources how they are built. */
export const buildFiles = [
  'package.json',
  'package-lock.json',
  'tools/build/bundle.ts',
  'tools/build/command-bundle.ts',
  'tools/build/main-bundle.ts',
  'tools/build/node-bundle.ts',
];

/**
 * Whether the built command is younger than every file that is in it. By time and not by content: reading them would take longer
 * than the command. A file that was added is in it only through one that was changed.
 *
 * @param {URL} built its folder
 * @param {URL} root of the clone
 * @returns {boolean}
 */
export function isCommandFresh(built, root) {
  const builtAt = statSync(new URL('index.js', built), { throwIfNoEntry: false })?.mtimeMs;
  if (builtAt === undefined) return false;
  const folder = fileURLToPath(root);
  /** @param {string} path */
  const isOlder = (path) => {
    const changedAt = statSync(folder + path, { throwIfNoEntry: false })?.mtimeMs;
    return changedAt !== undefined && changedAt <= builtAt;
  };
  try {
    /** @type {string[]} */
    const inputs = JSON.parse(readFileSync(new URL('inputs.json', built), 'utf8'));
    return buildFiles.every(isOlder) && inputs.every(isOlder);
  } catch {
    return false;
  }
}
