import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

/** Builds the page with the grids like the product is built, and serves it. */
export async function servePage(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const configFile = fileURLToPath(new URL('vite.config.ts', import.meta.url));
  const outDir = mkdtempSync(join(tmpdir(), 'grid-bench-'));
  await build({ configFile, build: { outDir, emptyOutDir: true } });
  const server = await preview({ configFile, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('The page has no address.');
  return {
    url,
    async stop() {
      await server.close();
      rmSync(outDir, { recursive: true });
    },
  };
}
