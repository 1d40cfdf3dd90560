import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { whileBuildLocked } from './build-lock.ts';
import type { Bundle } from './bundle.ts';
import { distFolder, rootFolder } from './bundle.ts';
import { sourceDigest } from './staleness.ts';

const digestFile = '.digest';

/** Builds the given bundles that are missing or older than their sources; reports each through `say`. */
export async function buildStale(bundles: readonly Bundle[], say: (line: string) => void): Promise<void> {
  for (const bundle of bundles) {
    if ((await staleDigest(bundle)) === undefined) continue;
    await whileBuildLocked(distFolder, async () => {
      // Another start may have built it while this one waited.
      const digest = await staleDigest(bundle);
      if (digest === undefined) return;
      const startedAt = performance.now();
      await buildOne(bundle, digest);
      say(`Built ${bundle.name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
    });
  }
}

/** The digest of the bundle's sources if it has to be built; undefined if it is up to date. */
export async function staleDigest(bundle: Bundle): Promise<string | undefined> {
  const digest = await sourceDigest(rootFolder, bundle);
  const built = await readFile(`${distFolder}${bundle.name}/${digestFile}`, 'utf8').catch(() => undefined);
  return built === digest ? undefined : digest;
}

/** Builds beside the old bundle and swaps them, so that a failed or interrupted build leaves the old one. */
async function buildOne(bundle: Bundle, digest: string): Promise<void> {
  const target = `${distFolder}${bundle.name}`;
  const fresh = `${distFolder}.fresh-${bundle.name}`;
  const old = `${fresh}-old`;
  try {
    // Only a build loads Vite: a start with fresh bundles doesn't have to wait for it.
    const { build } = await import('vite');
    await inProduction(async () => build(await bundle.config(fresh)));
    await writeFile(`${fresh}/${digestFile}`, digest);
    await rm(old, { recursive: true, force: true });
    await rename(target, old).catch(() => undefined);
    await rename(fresh, target);
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(old, { recursive: true, force: true });
  }
}

/**
 * Users run the built bundles, whatever NODE_ENV a shell or a test runner has set: Vite would otherwise
 * choose development variants of libraries, which are larger and slower.
 */
async function inProduction(act: () => Promise<unknown>): Promise<void> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await act();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}
