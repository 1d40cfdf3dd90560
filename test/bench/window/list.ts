import type { Page } from 'playwright';
import type { Figure } from '../benchmark.ts';
import { describeKeys, typeAlternating } from './keys.ts';
import type { KeyTimes } from './keys.ts';
import { pageProbe } from './page-probe.ts';
import { median, quantile } from './statistics.ts';

const firstRounds = 9;
const laterRounds = 21;
const keyRounds = 5;
export const twoFrames = 2000 / 60;

/** What shows that the list is there, and that it is there and empty. */
const full = { selector: '[role=listbox][aria-label=Applications] [role=option]', text: '' };
const empty = { selector: '.empty h2', text: 'No applications yet' };
const otherView = { selector: 'h1', text: 'Origins' };

export interface TwoPages {
  /** Pages of the tenant with ten thousand applications, and of the one without. */
  readonly fullPage: Page;
  readonly emptyPage: Page;
}

/** Milliseconds from following the link to the frame that shows the view. */
interface OpeningTimes {
  readonly full: readonly number[];
  readonly empty: readonly number[];
}

/**
 * The list from the local snapshot, against the same view of a tenant without applications: neither can reach
 * its tenant.
 */
export async function measureList({ fullPage, emptyPage }: TwoPages): Promise<Figure[]> {
  const direct = await openAlternating({ fullPage, emptyPage }, withoutIdleTime);
  const first = await openAlternating({ fullPage, emptyPage }, withIdleTime);
  const later = { full: [] as number[], empty: [] as number[] };
  for (let round = 0; round < laterRounds; round += 1) {
    later.full.push(await openAgain(fullPage, full));
    later.empty.push(await openAgain(emptyPage, empty));
  }
  await rest(fullPage);
  const scrolled = await fullPage.evaluate<number[]>(
    `windowBench.scroll('[role=listbox][aria-label=Applications]', 240, { down: 330 })`,
  );
  return [
    openingFigure('list of 10,000 applications from the local snapshot, first opened', first),
    openingFigure('the same, by a window that was never idle and has read nothing ahead', direct),
    openingFigure('the same, opened again', later),
    scrollingFigure('longest frame of scrolling 10,000 applications', scrolled),
  ];
}

/** Durations of frames in milliseconds. */
export function scrollingFigure(figure: string, scrolled: readonly number[]): Figure {
  return {
    figure,
    ratio: Math.max(...scrolled) / 50,
    unit: 'times as long',
    reference: '50 ms',
    goal: 'at most 1',
    detail: { maxRunMs: Math.max(...scrolled), p95Ms: quantile(scrolled, 0.95) },
  };
}

/** A key in the search field and one in the palette, against a plain input in the same page. */
export async function measureKeys(page: Page): Promise<Figure[]> {
  await page.evaluate(`windowBench.addPlainInput()`);
  await rest(page);
  const { plain, filter } = await typeAlternating(
    page,
    { plain: '#plain-input', filter: 'input[type=search]' },
    keyRounds,
  );
  await page.locator('input[type=search]').first().fill('');
  await page.keyboard.press('Control+k');
  const palette = '.ui-palette input';
  await page
    .locator('.ui-palette')
    .getByText(/more\. Type to narrow/)
    .waitFor();
  const inPalette = await typeAlternating(page, { palette }, keyRounds);
  await page.keyboard.press('Escape');
  return [
    ...keyFigures('filter key', filter, plain, { limitMs: twoFrames, reference: 'two frames' }),
    ...keyFigures('palette key', inPalette.palette, plain, { limitMs: 50, reference: '50 ms' }),
  ];
}

/** Opens the view of each page, alternating, after `reload`: in a page that has not shown the list yet. */
async function openAlternating(
  { fullPage, emptyPage }: TwoPages,
  reload: (page: Page) => Promise<void>,
): Promise<OpeningTimes> {
  const times = { full: [] as number[], empty: [] as number[] };
  for (let round = 0; round < firstRounds; round += 1) {
    times.full.push(await openFirst(fullPage, full, reload));
    times.empty.push(await openFirst(emptyPage, empty, reload));
  }
  return times;
}

async function openFirst(
  page: Page,
  shown: typeof full,
  reload: (page: Page) => Promise<void>,
): Promise<number> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Origins' }).click();
  await page.getByRole('heading', { level: 1, name: 'Origins' }).waitFor();
  await reload(page);
  await page.evaluate(pageProbe);
  return await openView(page, shown);
}

/** After the page's idle work: the list has been preloaded. */
async function withIdleTime(page: Page): Promise<void> {
  const read = page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('"data":{"version":')),
    );
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Origins' }).waitFor();
  await read;
  await page.waitForLoadState('networkidle');
  await rest(page);
}

/** Before the page's idle work starts. */
async function withoutIdleTime(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  const { identifier } = await devtools.send('Page.addScriptToEvaluateOnNewDocument', {
    source: 'window.requestIdleCallback = () => 0;',
  });
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Origins' }).waitFor();
  await page.waitForLoadState('networkidle');
  await devtools.send('Page.removeScriptToEvaluateOnNewDocument', { identifier });
  await devtools.detach();
}

async function openAgain(page: Page, shown: typeof full): Promise<number> {
  await page.evaluate(`windowBench.openView('Origins', ${JSON.stringify(otherView)})`);
  await rest(page);
  return await openView(page, shown);
}

/** Until the page has done its background work. */
export async function rest(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => requestIdleCallback(resolve))`);
}

function openView(page: Page, shown: typeof full): Promise<number> {
  return page.evaluate<number>(`windowBench.openView('Applications', ${JSON.stringify(shown)})`);
}

function openingFigure(figure: string, times: OpeningTimes): Figure {
  return {
    figure,
    ratio: median(times.full) / median(times.empty),
    unit: 'times as long',
    reference: 'the same view without applications',
    goal: 'at most 1.5',
    detail: { fullMs: median(times.full), emptyMs: median(times.empty) },
  };
}

/**
 * The time from the key to the frame depends on how the machine draws; the computing time depends only on the
 * product.
 */
export function keyFigures(
  what: string,
  times: KeyTimes,
  plain: KeyTimes,
  { limitMs, reference }: { readonly limitMs: number; readonly reference: string },
): Figure[] {
  const detail = { ...describeKeys(times), plain: describeKeys(plain) };
  return [
    {
      figure: `${what}, work of the page, p95`,
      ratio: quantile(times.work, 0.95) / limitMs,
      unit: 'times as long',
      reference,
      goal: 'at most 1',
      detail,
    },
    {
      figure: `${what} to paint, p95`,
      ratio: quantile(times.toPaint, 0.95) / quantile(plain.toPaint, 0.95),
      unit: 'times as long',
      reference: 'a plain input of the same page',
    },
  ];
}
