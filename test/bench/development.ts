import { join } from 'node:path';
import type { Browser } from 'playwright';
import { chromium } from 'playwright';
import { browserArguments, ensureBrowser, howToGetABrowser } from '../run/browser.ts';
import { runNode } from '../run/run-command.ts';
import type { Benchmark } from './benchmark.ts';
import { editedPage } from './development/edited-page.ts';
import { copySources } from './development/source-copy.ts';
import { startProgram } from './development/started-program.ts';
import { median } from './window/statistics.ts';

const rounds = 10;
/** Each takes many seconds. */
const buildRounds = 3;

/**
 * From saving a component to the changed pixel in a real browser: `npm run dev` against a build and a reload.
 */
const benchmark: Benchmark = {
  name: 'development',
  async run() {
    const executablePath = await ensureBrowser((line) => console.error(line));
    if (executablePath === undefined) throw new Error(howToGetABrowser);
    const sources = copySources();
    const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
    try {
      const developedMs = await measureDevelopment(browser, sources.folder);
      const builtMs = await measureBuilds(browser, sources.folder);
      return [
        {
          figure: 'from the save of a component to the changed pixel',
          ratio: median(builtMs) / median(developedMs),
          unit: `times as fast (${seconds(developedMs)})`,
          reference: `a build of the page and a reload (${seconds(builtMs)})`,
          goal: 'at least 10, and about a second',
          detail: { developedMs, builtMs },
        },
      ];
    } finally {
      await browser.close();
      sources.remove();
    }
  },
};

export default benchmark;

const seconds = (ms: readonly number[]): string => `${(median(ms) / 1000).toFixed(2)} s`;

async function measureDevelopment(browser: Browser, folder: string): Promise<number[]> {
  const program = await startProgram(folder, 'tools/develop.ts');
  try {
    const page = await openPage(browser, program.url);
    const edited = editedPage(folder, page);
    // The first edit also loads the code that updates a page.
    await edited.edit();
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await edited.edit());
    return times;
  } finally {
    await program.stop();
  }
}

async function measureBuilds(browser: Browser, folder: string): Promise<number[]> {
  const program = await startProgram(folder, 'tools/launch.ts');
  try {
    const page = await openPage(browser, program.url);
    const edited = editedPage(folder, page);
    const times: number[] = [];
    for (let round = 0; round < buildRounds; round += 1)
      times.push(
        await edited.edit(async () => {
          const { exitCode, output } = await runNode([join(folder, 'tools/build.ts'), 'renderer']);
          if (exitCode !== 0) throw new Error(output);
          await page.reload();
        }),
      );
    return times;
  } finally {
    await program.stop();
  }
}

async function openPage(browser: Browser, url: string) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(url);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.getByRole('heading', { name: 'Tenants' }).first().waitFor();
  return page;
}
