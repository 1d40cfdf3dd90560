import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type CDPSession } from 'playwright';
import { build, preview } from 'vite';
import { browserArguments, ensureBrowser, howToGetABrowser } from '../run/browser.ts';
import type { Benchmark, Figure } from './benchmark.ts';

const ROUNDS = 7;
/** How a page is scrolled; pixels a frame. */
interface Scrolling {
  readonly frames: number;
  readonly down: number;
  readonly right: number;
}
/** Five rows a frame, as a wheel does; forty, as a thrown scroll bar does; and from the first column to the last. */
const SLOW: Scrolling = { frames: 120, down: 140, right: 0 };
const FAST: Scrolling = { frames: 60, down: 1120, right: 0 };
const SIDEWAYS: Scrolling = { frames: 60, down: 0, right: 17 };
/** A frame that took longer than one and a half of sixty a second was missed. */
const LONG_FRAME = 25;
const TEXT_COLUMN = 0;
const NUMBER_COLUMN = 1;

type GridName = 'product' | 'reference';

/** How a grid scrolled. */
interface Scrolled {
  /** Milliseconds that the main thread of the page computed: a busy machine makes them wait, but not more. */
  readonly work: number;
  readonly longFrames: number;
  /** The cells in sight once it rested. */
  readonly cells: readonly string[];
}

/** What one fresh page shows of one grid; milliseconds. */
interface Measured {
  readonly firstRows: number;
  readonly slow: Scrolled;
  readonly fast: Scrolled;
  readonly sideways: Scrolled;
  readonly sortNumbers: number;
  readonly sortTexts: number;
}

/** The grid against the one that TanStack's libraries give, 100,000 rows of 20 columns, in a real browser. */
const benchmark: Benchmark = {
  name: 'grid',
  async run() {
    const executablePath = await ensureBrowser((line) => console.error(line));
    if (executablePath === undefined) throw new Error(howToGetABrowser);
    const page = await servePage();
    const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
    try {
      const measured: Record<GridName, Measured[]> = { product: [], reference: [] };
      await measure(browser, page.url, 'product');
      for (let round = 0; round < ROUNDS; round++) {
        // In turns, each first in every other one, so that a busy moment of the machine hits both.
        const names = ['product', 'reference'] as const;
        for (const name of round % 2 === 0 ? names : names.toReversed())
          measured[name].push(await measure(browser, page.url, name));
        refuseDifference(measured.product.at(-1), measured.reference.at(-1));
      }
      return figuresOf(measured);
    } finally {
      await browser.close();
      await page.stop();
    }
  },
};

export default benchmark;

async function servePage(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const configFile = fileURLToPath(new URL('grid/vite.config.ts', import.meta.url));
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

async function measure(browser: Browser, url: string, name: GridName): Promise<Measured> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  // As text: the page's globals are not those of this program.
  const call = <Result>(expression: string): Promise<Result> =>
    page.evaluate<Result>(`window.gridBench.${expression}`);
  const scroll = async (scrolling: Scrolling): Promise<Scrolled> => {
    const before = await workOf(devTools);
    const { durations, cells } = await call<{ durations: number[]; cells: string[] }>(
      `scroll(${JSON.stringify(scrolling)})`,
    );
    const work = (await workOf(devTools)) - before;
    return { work, longFrames: durations.filter((duration) => duration > LONG_FRAME).length, cells };
  };
  try {
    await page.goto(url);
    return {
      firstRows: await call<number>(`show('${name}')`),
      slow: await scroll(SLOW),
      fast: await scroll(FAST),
      sideways: await scroll(SIDEWAYS),
      sortNumbers: (await call<{ milliseconds: number }>(`sort(${NUMBER_COLUMN})`)).milliseconds,
      sortTexts: (await call<{ milliseconds: number }>(`sort(${TEXT_COLUMN})`)).milliseconds,
    };
  } finally {
    await page.close();
  }
}

/** Grids are compared only while they show the same cells with the same texts at the same places. */
function refuseDifference(ours: Measured | undefined, theirs: Measured | undefined): void {
  for (const way of ['slow', 'fast', 'sideways'] as const) {
    const theirCells = new Set(theirs?.[way].cells);
    const cells = ours?.[way].cells ?? [];
    const different = cells.find((cell) => !theirCells.has(cell));
    if (cells.length === 0 || cells.length !== theirCells.size || different !== undefined)
      throw new Error(`The grids do not show the same: ${different ?? 'not as many cells'}.`);
  }
}

/** Milliseconds of processor time that the page's main thread has used. */
async function workOf(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser does not tell how long its tasks took.');
  return seconds * 1000;
}

function figuresOf({ product, reference }: Record<GridName, Measured[]>): Figure[] {
  const compare = (figure: string, value: (one: Measured) => number, extra = {}): Figure => {
    const ours = median(product.map(value));
    const theirs = median(reference.map(value));
    return {
      figure,
      ratio: ours / theirs,
      unit: 'times the duration',
      reference: 'a grid of TanStack Table and Virtual',
      goal: 'at most 1.0',
      detail: { milliseconds: Math.round(ours), reference: Math.round(theirs), ...extra },
    };
  };
  const longFrames = (
    scrolled: (one: Measured) => Scrolled,
    { frames }: Scrolling,
  ): Record<string, number> => ({
    longFrames: median(product.map((one) => scrolled(one).longFrames)),
    longFramesOfReference: median(reference.map((one) => scrolled(one).longFrames)),
    frames,
  });
  return [
    compare('first rows of 100,000 on the screen', ({ firstRows }) => firstRows),
    compare(
      'work of scrolling five rows a frame',
      ({ slow }) => slow.work,
      longFrames(({ slow }) => slow, SLOW),
    ),
    compare(
      'work of scrolling forty rows a frame',
      ({ fast }) => fast.work,
      longFrames(({ fast }) => fast, FAST),
    ),
    compare(
      'work of scrolling sideways',
      ({ sideways }) => sideways.work,
      longFrames(({ sideways }) => sideways, SIDEWAYS),
    ),
    compare('sorting 100,000 rows by numbers', ({ sortNumbers }) => sortNumbers),
    compare('sorting 100,000 rows by texts', ({ sortTexts }) => sortTexts),
  ];
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
