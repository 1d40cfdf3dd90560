import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(120_000);

test('columns of a result are hidden, moved and pinned, by keyboard', async ({ desk, page }) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Query');
  const { result } = desk.query;
  const titles = result.getByRole('columnheader');
  const names = Array.from({ length: 60 }, (_, at) => `c${at}`);
  await desk.query.run(`SELECT ${names.map((name, at) => `${at} AS ${name}`).join(', ')} FROM Role LIMIT 3`);
  await expect(result.getByRole('gridcell').first()).toBeVisible();
  const menu = page.getByRole('dialog', { name: 'Columns' });

  await test.step('one is hidden, one moved, one pinned', async () => {
    await desk.main.getByRole('button', { name: 'Columns', exact: true }).press('Enter');
    await menu.getByRole('checkbox', { name: 'c0', exact: true }).press('Space');
    await menu.getByRole('button', { name: 'Move c2 to the left' }).press('Enter');
    await menu.getByRole('searchbox', { name: 'Find column' }).fill('c59');
    await menu.getByRole('button', { name: 'Pin column c59' }).press('Enter');
    await expectAccessible(page, 'columns of a result');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(titles.nth(1)).toContainText('c59');
    await expect(titles.nth(2)).toContainText('c2');
    await expect(titles.nth(3)).toContainText('c1');
    await expect(desk.main.getByRole('button', { name: 'Columns (59 of 60)' })).toBeVisible();
  });

  await test.step('pinned ones stay visible when scrolling to the last column', async () => {
    await result.focus();
    await page.keyboard.press('End');
    await expect(titles.filter({ hasText: 'c58' })).toBeVisible();
    const pinned = await titles.filter({ hasText: 'c59' }).boundingBox();
    const grid = await result.boundingBox();
    const corner = await titles.first().boundingBox();
    expect(pinned?.x).toBeCloseTo((corner?.x ?? 0) + (corner?.width ?? 0), 0);
    expect(grid?.x).toBeLessThan(corner?.x ?? 0);
    // The focused cell is in the last column, and not covered.
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect(titles.filter({ hasText: 'c2' }).first()).toBeInViewport();
  });

  await test.step('a copy has the visible columns, in their order', async () => {
    await page.context().grantPermissions(['clipboard-read']);
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ControlOrMeta+C');
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe('59\t2\t1');
  });

  await test.step('one is widened by keys and by its edge, and fits its content again', async () => {
    const title = titles.filter({ hasText: 'c2' }).first();
    const width = async (): Promise<number> => (await title.boundingBox())?.width ?? 0;
    const fitting = await width();
    await title.getByRole('button').press('Alt+ArrowRight');
    await expect.poll(width).toBeGreaterThan(fitting);
    await title.getByRole('button').press('Alt+ArrowLeft');
    await expect.poll(width).toBe(fitting);
    const box = await title.boundingBox();
    const edge = { x: (box?.x ?? 0) + fitting - 2, y: (box?.y ?? 0) + 8 };
    await page.mouse.move(edge.x, edge.y);
    await page.mouse.down();
    await page.mouse.move(edge.x + 90, edge.y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBe(fitting + 90);
    await expect(title).toHaveAttribute('aria-sort', 'none');
    await page.mouse.dblclick(edge.x + 90, edge.y);
    await expect.poll(width).toBe(fitting);
  });
});
