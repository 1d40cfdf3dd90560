import { browserArguments, findBrowser } from '../../run/browser.ts';
import { expect, test } from '../desk-test.ts';

const executablePath = findBrowser();

// A headless browser has no scroll bars by default.
test.use({
  launchOptions: {
    args: [...browserArguments],
    ignoreDefaultArgs: ['--hide-scrollbars'],
    ...(executablePath === undefined ? {} : { executablePath }),
  },
});
test.setTimeout(240_000);

/** More rows than an element can be tall enough for: its scroll bar represents them proportionally. */
const count = 200_000;
const query = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT 'item ' || i AS Name FROM n`;

test('the thumb of a long result is dragged with the mouse to its middle, its end and back', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Query');
  const { result } = desk.query;
  await desk.query.run(query);
  await expect(result).toHaveAttribute('aria-rowcount', String(count + 1), { timeout: 120_000 });

  const scroller = result.locator('..');
  const box = (await scroller.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const bar = await scroller.evaluate((element) => element.offsetWidth - element.clientWidth);
  expect(bar).toBeGreaterThan(0);
  const x = box.x + box.width - bar / 2;
  const across = await scroller.evaluate((element) => element.offsetHeight - element.clientHeight);
  const [top, bottom] = [box.y, box.y + box.height - across];

  /** Numbers of the visible rows, from the first to the last. */
  async function visibleRows(): Promise<number[]> {
    return await result.evaluate((grid) => {
      const viewport = grid.parentElement?.getBoundingClientRect();
      const head = grid.querySelector('[role="columnheader"]')?.getBoundingClientRect();
      return [...grid.querySelectorAll('[role="gridcell"]')]
        .filter((cell) => {
          const { top, bottom } = cell.getBoundingClientRect();
          return (
            viewport !== undefined &&
            head !== undefined &&
            top >= head.bottom - 1 &&
            bottom <= viewport.bottom + 1
          );
        })
        .flatMap(({ textContent }) => /^item (\d+)$/.exec(textContent.trim())?.[1] ?? [])
        .map(Number);
    });
  }
  /** The visible rows are consecutive, wherever the scroll bar is. */
  async function middleRow(): Promise<number> {
    const rows = await visibleRows();
    if (rows.length < 3 || rows.some((row, at) => at > 0 && row !== (rows[at - 1] ?? 0) + 1))
      return Number.NaN;
    return rows[Math.floor(rows.length / 2)] ?? Number.NaN;
  }

  const nextFrame = () =>
    page.evaluate('new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))');
  const scrolled = () => scroller.evaluate((element) => element.scrollTop);
  /**
   * Grabs the thumb near this position: the height of the thumb and its buttons depends on the platform. One
   * pixel of it is far more than one screen of rows.
   */
  async function grab(near: number): Promise<void> {
    for (let away = 0; away <= 40; away += 4) {
      for (const y of [near - away, near + away]) {
        if (y <= top || y >= bottom) continue;
        const before = await scrolled();
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x, y + (y < (top + bottom) / 2 ? 3 : -3));
        await nextFrame();
        if (Math.abs((await scrolled()) - before) > 2 * box.height) {
          await expect.poll(middleRow).not.toBeNaN();
          return;
        }
        await page.mouse.up();
      }
    }
    throw new Error('There is no thumb near here.');
  }

  /** As fast as the browser accepts it. */
  const drag = (to: number) => page.mouse.move(x, to, { steps: 12 });

  await test.step('while dragging, it shows the rows of its position at once', async () => {
    await grab(top + 18);
    await drag((top + bottom) / 2);
    await expect.poll(async () => Math.abs((await middleRow()) / count - 0.5)).toBeLessThan(0.1);
  });

  await test.step('after releasing it, nothing moves', async () => {
    const before = await middleRow();
    await page.mouse.up();
    await page.mouse.move(box.x + 60, top + 80);
    // The scroll bar is corrected shortly after the last movement.
    await expect.poll(() => scroller.evaluate((element) => element.matches(':hover'))).toBe(true);
    expect(await middleRow()).toBe(before);
  });

  await test.step('at its end is the last row', async () => {
    const share = await scroller.evaluate(
      (element) => element.scrollTop / (element.scrollHeight - element.clientHeight),
    );
    await grab(top + 18 + share * (bottom - top - 36));
    await drag(bottom + 40);
    await expect.poll(async () => (await visibleRows()).at(-1)).toBe(count);
    await page.mouse.up();
    expect((await visibleRows()).at(-1)).toBe(count);
  });

  await test.step('and at its beginning the first', async () => {
    await grab(bottom - 18);
    await drag(top - 40);
    await expect.poll(async () => (await visibleRows())[0]).toBe(1);
    await page.mouse.up();
    expect((await visibleRows())[0]).toBe(1);
  });
});
