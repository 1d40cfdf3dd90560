import { browserArguments, findBrowser } from '../../run/browser.ts';
import { expect, test } from '../desk-test.ts';

const executablePath = findBrowser();

// A window without a display has no scroll bars unless it is told to.
test.use({
  launchOptions: {
    args: [...browserArguments],
    ignoreDefaultArgs: ['--hide-scrollbars'],
    ...(executablePath === undefined ? {} : { executablePath }),
  },
});
test.setTimeout(240_000);

/** More than an element can be tall enough for: its bar stands for its share of them. */
const count = 200_000;
const query = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT 'item ' || i AS Name FROM n`;

test('the thumb of a long result is dragged with the mouse to its middle, its end and back', async ({
  desk,
  page,
}) => {
  await (await desk.tenants.signIn('Sandbox Staging')).close();
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

  /** Numbers of the rows that are drawn in sight, from the first to the last. */
  async function inSight(): Promise<number[]> {
    return await result.evaluate((grid) => {
      const sight = grid.parentElement?.getBoundingClientRect();
      const head = grid.querySelector('[role="columnheader"]')?.getBoundingClientRect();
      return [...grid.querySelectorAll('[role="gridcell"]')]
        .filter((cell) => {
          const { top, bottom } = cell.getBoundingClientRect();
          return (
            sight !== undefined && head !== undefined && top >= head.bottom - 1 && bottom <= sight.bottom + 1
          );
        })
        .flatMap(({ textContent }) => /^item (\d+)$/.exec(textContent.trim())?.[1] ?? [])
        .map(Number);
    });
  }
  /** The rows that were read follow each other, whatever the bar stands for. */
  async function middleRow(): Promise<number> {
    const rows = await inSight();
    if (rows.length < 3 || rows.some((row, at) => at > 0 && row !== (rows[at - 1] ?? 0) + 1))
      return Number.NaN;
    return rows[Math.floor(rows.length / 2)] ?? Number.NaN;
  }

  const nextFrame = () =>
    page.evaluate('new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))');
  const scrolled = () => scroller.evaluate((element) => element.scrollTop);
  /** Takes hold of the thumb near here: how tall it and the buttons beside it are is the platform's. A pixel of it is far more than a sight. */
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

  /** As fast as the browser takes it. */
  const drag = (to: number) => page.mouse.move(x, to, { steps: 12 });

  await test.step('held, it shows at once where it stands', async () => {
    await grab(top + 18);
    await drag((top + bottom) / 2);
    await expect.poll(async () => Math.abs((await middleRow()) / count - 0.5)).toBeLessThan(0.1);
  });

  await test.step('let go, nothing moves', async () => {
    const before = await middleRow();
    await page.mouse.up();
    await page.mouse.move(box.x + 60, top + 80);
    // The bar is put where it belongs a moment after the last move.
    await expect.poll(() => scroller.evaluate((element) => element.matches(':hover'))).toBe(true);
    expect(await middleRow()).toBe(before);
  });

  await test.step('at its end is the last row', async () => {
    const share = await scroller.evaluate(
      (element) => element.scrollTop / (element.scrollHeight - element.clientHeight),
    );
    await grab(top + 18 + share * (bottom - top - 36));
    await drag(bottom + 40);
    await expect.poll(async () => (await inSight()).at(-1)).toBe(count);
    await page.mouse.up();
    expect((await inSight()).at(-1)).toBe(count);
  });

  await test.step('and at its beginning the first', async () => {
    await grab(bottom - 18);
    await drag(top - 40);
    await expect.poll(async () => (await inSight())[0]).toBe(1);
    await page.mouse.up();
    expect((await inSight())[0]).toBe(1);
  });
});
