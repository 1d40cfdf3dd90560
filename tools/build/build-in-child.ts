import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { staleDigest } from './build-stale.ts';
import type { Bundle } from './bundle.ts';
import { rootFolder } from './bundle.ts';

/**
 * Builds the stale ones of the bundles in a child process, whose memory (about 2 GB) is freed when it ends.
 * Resolves early when `signal` aborts.
 *
 * @throws an error when the build fails; the reason was printed.
 */
export async function buildInChild(bundles: readonly Bundle[], signal: AbortSignal): Promise<void> {
  const digests = await Promise.all(bundles.map(staleDigest));
  const stale = bundles.filter((_bundle, index) => digests[index] !== undefined);
  const isStopped = (): boolean => signal.aborted;
  if (stale.length === 0 || isStopped()) return;
  const names = stale.map(({ name }) => name);
  const child = spawn(process.execPath, [join(rootFolder, 'tools', 'build.ts'), ...names], {
    // Standard output is for the ready line.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = (): void => void child.kill();
  signal.addEventListener('abort', stop, { once: true });
  const [code] = (await once(child, 'exit')) as [number | null];
  signal.removeEventListener('abort', stop);
  if (code !== 0 && !isStopped()) throw new Error(`The build of ${names.join(', ')} failed.`);
}
