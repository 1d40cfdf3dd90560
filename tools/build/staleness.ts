import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bundle } from './bundle.ts';

/** Files other than sources that affect the build. */
const buildFiles = ['package-lock.json', 'tools/build/*.ts'];

/**
 * A digest of all inputs of a bundle. By content, not by time: a checkout sets arbitrary times, and the files
 * are few enough to be read in milliseconds.
 */
export async function sourceDigest(root: string, bundle: Pick<Bundle, 'sources'>): Promise<string> {
  const patterns = [...bundle.sources.map((folder) => `${folder}/**/*`), ...buildFiles];
  const paths: string[] = [];
  for await (const entry of glob(patterns, { cwd: root, withFileTypes: true })) {
    if (entry.isFile() && !entry.name.endsWith('.spec.ts')) paths.push(join(entry.parentPath, entry.name));
  }
  const hash = createHash('sha256');
  const files = await Promise.all(
    [...new Set(paths)].sort().map(async (path) => ({ path, bytes: await readFile(path) })),
  );
  for (const { path, bytes } of files) {
    hash.update(`${path.slice(root.length)}\0${bytes.byteLength}\0`).update(bytes);
  }
  return hash.digest('hex');
}
