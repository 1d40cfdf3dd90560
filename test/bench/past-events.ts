import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { build, preview } from 'vite';
import { browserArguments, ensureBrowser, howToGetABrowser } from '../run/browser.ts';
import type { Benchmark } from './benchmark.ts';
import { median } from './window/statistics.ts';

const rounds = 9;

/** The test with past events for 10,000 events, against the bare engine, in a real browser. */
const benchmark: Benchmark = {
  name: 'past-events',
  async run() {
    const executablePath = await ensureBrowser((line) => console.error(line));
    if (executablePath === undefined) throw new Error(howToGetABrowser);
    const configFile = fileURLToPath(new URL('past-events/vite.config.ts', import.meta.url));
    const outDir = mkdtempSync(join(tmpdir(), 'past-events-bench-'));
    await build({ configFile, build: { outDir, emptyOutDir: true } });
    const server = await preview({ configFile, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
    const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
    try {
      const page = await browser.newPage();
      const failed = new Promise<never>((_resolve, reject) => page.once('pageerror', reject));
      await page.goto(server.resolvedUrls?.local[0] ?? '');
      await Promise.race([page.waitForFunction('window.pastEventsBench !== undefined'), failed]);
      // As a string: the page's globals aren't those of this program.
      const time = (name: 'first' | 'product' | 'bare') =>
        page.evaluate<number>(`window.pastEventsBench.${name}()`);
      await time('product');
      await time('bare');
      const first: number[] = [];
      const product: number[] = [];
      const bare: number[] = [];
      // Alternating, so that load peaks of the machine affect both.
      for (let round = 0; round < rounds; round += 1) {
        product.push(await time('product'));
        bare.push(await time('bare'));
      }
      for (let round = 0; round < rounds; round += 1) first.push(await time('first'));
      return [
        {
          figure: 'what would it have sent, 10,000 events in the worker',
          ratio: median(product) / median(bare),
          unit: 'times as long',
          reference: 'the bare engine with the same events, nothing checked',
          goal: 'at most 1.5',
          detail: { productMs: median(product), bareMs: median(bare) },
        },
        {
          figure: 'the same in new workers, which have to be started and given the events',
          ratio: median(first) / median(bare),
          unit: 'times as long',
          reference: 'the bare engine, warmed up, with the same events, nothing checked',
          detail: { firstMs: median(first), bareMs: median(bare) },
        },
      ];
    } finally {
      await browser.close();
      await server.close();
      rmSync(outDir, { recursive: true });
    }
  },
};

export default benchmark;
