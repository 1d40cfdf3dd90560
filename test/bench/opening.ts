import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { chromium } from 'playwright';
import { aLargeExport } from '../builders/large-files.ts';
import { DeskPage } from '../e2e/pages/desk-page.ts';
import { makeProfileFolder, startDesk } from '../e2e/running-desk.ts';
import { browserArguments, ensureBrowser, howToGetABrowser } from '../run/browser.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { measureUpload } from './opening/upload-times.ts';
import { measureMain, parseBare } from './opening/main-times.ts';
import { pageProbe } from './window/page-probe.ts';
import { median } from './window/statistics.ts';

const rules = 10_000;
/** The length of a usual template. */
const letters = 600;
const rounds = 7;
/** In milliseconds. */
const longestFrame = 50;

/** An export file of 10,000 rules, opened in a real browser and compared with a tenant. */
const benchmark: Benchmark = {
  name: 'opening',
  async run() {
    const executablePath = await ensureBrowser((line) => console.error(line));
    if (executablePath === undefined) throw new Error(howToGetABrowser);
    const folder = mkdtempSync(join(tmpdir(), 'tenant-desk-opening-'));
    const profile = makeProfileFolder();
    const running = await startDesk(profile.path);
    const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
    try {
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
      const desk = new DeskPage(page);
      await desk.open(running.url);
      await desk.tenants.signIn('Sandbox Production');
      await desk.goTo('Migration');
      return await measureOpening(browser, page, desk, folder);
    } finally {
      await browser.close();
      await running.stop();
      profile.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export default benchmark;

interface Watched {
  readonly ms: number;
  /** Milliseconds between frames while it ran. */
  readonly frames: readonly number[];
}

async function measureOpening(
  browser: Browser,
  page: Page,
  desk: DeskPage,
  folder: string,
): Promise<Figure[]> {
  const bytes = aLargeExport(rules, letters);
  const path = join(folder, 'rules.json');
  writeFileSync(path, bytes);
  await page.evaluate(pageProbe);
  const opened: Watched[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(parseBare(bytes));
    const shown = page.evaluate<Watched>(
      `windowBench.chosen({ selector: '[aria-label="New migration"]', text: '10,000 rules' })`,
    );
    await desk.migration.openFile(path);
    opened.push(await shown);
    // Selected again, so that the start forgets the file.
    await page.getByRole('radio', { name: 'Export to file' }).click();
    await desk.migration.showWorkbook();
  }
  await desk.migration.openFile(path);
  await desk.migration.start.getByText('10,000 rules').waitFor();
  const compared = await page.evaluate<Watched>(
    `windowBench.watched(() => windowBench.press(
      [...document.querySelectorAll('button')].find((one) => one.textContent.trim().startsWith('Compare Ctrl')),
      { selector: '[role=grid] [role=gridcell]', text: 'Webhook 1' },
    ))`,
  );
  const byMain = await measureMain(path, bytes);
  const uploadMs = await measureUpload(browser, path, rounds);
  return [
    {
      figure: 'a file of 10,000 rules, from its path to what the window is told of it, as under Electron',
      ratio: median(byMain.openedMs) / median(byMain.bareMs),
      unit: 'times as long',
      reference: 'JSON.parse and its validation',
      goal: 'at most 3',
      detail: { ...byMain },
    },
    {
      // Without a goal: in the browser host, transferring the file alone takes longer than reading it,
      // whatever reads it.
      figure: `a file of 10,000 rules and ${Math.round(bytes.byteLength / 1024 / 1024)} MB, from its choice in a browser, which carries it over, to its summary`,
      ratio: median(opened.map(({ ms }) => ms)) / median(bare),
      unit: 'times as long',
      reference: 'JSON.parse and its validation',
      detail: { openedMs: opened.map(({ ms }) => ms), bareMs: bare },
    },
    {
      figure: 'the same file, uploaded by a browser to a server that ignores it',
      ratio: median(uploadMs) / median(bare),
      unit: 'times as long',
      reference: 'JSON.parse and its validation',
      detail: { uploadMs },
    },
    framesFigure(
      'while it is opened',
      opened.flatMap(({ frames }) => frames),
    ),
    framesFigure(
      'while it is compared with a tenant, until its rules are shown',
      compared.frames,
      compared.ms,
    ),
  ];
}

function framesFigure(when: string, frames: readonly number[], ms?: number): Figure {
  return {
    figure: `the longest frame of the window ${when}`,
    ratio: Math.max(...frames) / longestFrame,
    unit: 'times as long',
    reference: `${longestFrame} ms`,
    goal: 'at most 1',
    detail: { maxRunMs: Math.max(...frames), ...(ms === undefined ? {} : { ms }) },
  };
}
