import { chromium } from 'playwright';
import { browserArguments, ensureBrowser, howToGetABrowser } from '../run/browser.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { gridNames, measurePage, type GridName, type Measured, type Scrolled } from './grid/measure-page.ts';
import { servePage } from './grid/serve-page.ts';

/** `BENCH_ROUNDS` for a shorter look. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const rowCount = 100_000;
const columnCounts = [20, 200] as const;

const references = {
  'ag-grid': 'AG Grid Community',
  tanstack: 'a grid of TanStack Table and Virtual',
} as const;
type ReferenceName = keyof typeof references;

/**
 * The result of a query and its grid, against AG Grid Community and a grid built with TanStack's libraries,
 * in one real browser. All get the same: 100,000 rows, as arrays, available before the measurement starts;
 * the same box, row and title heights, column widths, row numbers at the left and notation for null; and the
 * same visible cells after every scroll, which are compared one by one. The rows of `result` are in another
 * thread, as in the product, and are loaded on demand; the rows of all others are in the page. Every grid
 * sorts with its own order of texts and numbers.
 */
const benchmark: Benchmark = {
  name: 'grid',
  async run() {
    const executablePath = await ensureBrowser((line) => console.error(line));
    if (executablePath === undefined) throw new Error(howToGetABrowser);
    const page = await servePage();
    const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
    try {
      const figures: Figure[] = [];
      for (const columns of columnCounts) {
        const measured: Record<GridName, Measured[]> = {
          result: [],
          product: [],
          'ag-grid': [],
          tanstack: [],
        };
        const measure = (name: GridName): Promise<Measured> =>
          measurePage(browser, page.url, { name, rows: rowCount, columns });
        await measure('result');
        for (let round = 0; round < rounds; round++) {
          // Each is first once, so that load peaks of the machine affect all.
          const names = gridNames.map((_, at) => gridNames[(at + round) % gridNames.length] ?? 'result');
          for (const name of names) measured[name].push(await measure(name));
          for (const name of gridNames) assertSameCells(measured.result.at(-1), measured[name].at(-1), name);
        }
        for (const reference of ['ag-grid', 'tanstack'] as const)
          figures.push(...figuresOf(measured, reference, columns));
      }
      return figures;
    } finally {
      await browser.close();
      await page.stop();
    }
  },
};

export default benchmark;

/** Grids are only compared while they show the same cells with the same texts at the same positions. */
function assertSameCells(ours: Measured | undefined, theirs: Measured | undefined, name: GridName): void {
  for (const way of ['wheel', 'sideways', 'drag'] as const) {
    const theirCells = new Set(theirs?.[way].cells);
    const cells = ours?.[way].cells ?? [];
    const different = cells.find((cell) => !theirCells.has(cell));
    if (cells.length === 0 || cells.length !== theirCells.size || different !== undefined)
      throw new Error(`${name} does not show the same: ${different ?? 'not as many cells'}.`);
  }
}

const scrollings = {
  wheel: 'a wheel turned down, five rows a frame',
  sideways: 'a wheel turned sideways',
  drag: 'a scroll bar dragged, forty rows a frame',
} as const;
const sortings = { sortNumbers: 'numbers', sortTexts: 'texts' } as const;
const ourNames = { result: 'the result of a query', product: 'its grid with rows in the page' } as const;

function figuresOf(
  measured: Record<GridName, Measured[]>,
  reference: ReferenceName,
  columns: number,
): Figure[] {
  const compare = (
    name: keyof typeof ourNames,
    figure: string,
    value: (one: Measured) => number,
    { unit = 'times the duration', goal = 'at most 1.0', ...detail }: Record<string, unknown> = {},
  ): Figure => {
    const ours = median(measured[name].map(value));
    const theirs = median(measured[reference].map(value));
    return {
      figure: `${ourNames[name]}, 100,000 × ${columns}: ${figure}`,
      // Zero on both sides counts as equal.
      ratio: ours === theirs ? 1 : ours / theirs,
      unit: String(unit),
      reference: references[reference],
      ...(goal === undefined ? {} : { goal: String(goal) }),
      detail: { ours: Math.round(ours), theirs: Math.round(theirs), ...detail },
    };
  };
  const compareScrolling = (name: keyof typeof ourNames): Figure[] =>
    Object.entries(scrollings).flatMap(([way, description]) => {
      const scrolled = (one: Measured): Scrolled => one[way as keyof typeof scrollings];
      return [
        compare(name, `frames over 50 ms, ${description}`, (one) => scrolled(one).longFrames, {
          unit: 'times as many',
          longest: Math.round(median(measured[name].map((one) => scrolled(one).longest))),
          longestOfReference: Math.round(median(measured[reference].map((one) => scrolled(one).longest))),
          framesWithWaitingRows: median(measured[name].map((one) => scrolled(one).waiting)),
        }),
        compare(name, `work of a frame, ${description}`, (one) => scrolled(one).work / scrolled(one).frames),
      ];
    });
  const compareSorting = (name: keyof typeof ourNames): Figure[] =>
    Object.entries(sortings).flatMap(([way, description]) => {
      const sorted = (one: Measured) => one[way as keyof typeof sortings];
      return [
        compare(name, `longest frame of sorting by ${description}`, (one) => sorted(one).longest, {
          goal: 'at most 1.0, and at most 50 ms where nothing else runs',
          workOfThePage: Math.round(median(measured[name].map((one) => sorted(one).work))),
        }),
        compare(name, `sorting by ${description}`, (one) => sorted(one).milliseconds),
      ];
    });
  return (['result', 'product'] as const).flatMap((name) => [
    compare(name, 'first rows on the screen', ({ firstRows }) => firstRows),
    ...compareScrolling(name),
    ...compareSorting(name),
  ]);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
