import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(180_000);

const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
SELECT i AS Number, i % 40 AS Fortieth, CASE WHEN i % 4 = 0 THEN 'Fail' ELSE 'Ok' END AS Outcome,
'a rather long name of thing number ' || (i % 30) AS Name,
strftime('%Y-%m-%dT%H:%M:%S.000Z', 1700000000 + i * 600, 'unixepoch') AS Moment FROM n`;

test('a result is drawn as a chart, with a summary in words and a table', async ({ desk, page }) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Query');
  const chart = desk.main.getByRole('region', { name: 'Chart of the result' });
  const points = chart.getByRole('slider');
  const choose = async (list: string, option: string): Promise<void> => {
    await chart.getByRole('combobox', { name: list }).press('Enter');
    await page.getByRole('option', { name: option }).click();
  };
  await desk.query.run(rows);
  await expect(desk.main.getByText('1,200 rows', { exact: true })).toBeVisible();

  await test.step('by day at first, since there are timestamps', async () => {
    await desk.main.getByRole('button', { name: 'Chart', exact: true }).press('Enter');
    await expect(
      chart.getByRole('figure', { name: /^rows by Moment: 1,200 rows\. Most: 2023-11-1\d with 144\.$/ }),
    ).toBeVisible();
    await expectAccessible(page, 'chart of a result');
  });

  await test.step('its points are read by keyboard, and one key shows the table', async () => {
    await points.focus();
    await page.keyboard.press('Home');
    await expect(points).toHaveAttribute('aria-valuetext', '2023-11-14: 10 rows');
    await page.keyboard.press('ArrowRight');
    await expect(points).toHaveAttribute('aria-valuetext', '2023-11-15: 144 rows');
    await page.keyboard.press('End');
    await expect(points).toHaveAttribute('aria-valuetext', '2023-11-23: 38 rows');
    await page.keyboard.press('Enter');
    await expect(chart.getByRole('row', { name: /2023-11-15.*144/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(points).toBeFocused();
  });

  await test.step('in series, stacked or side by side, as areas and as lines', async () => {
    await choose('Series', 'Outcome');
    await expect(chart.getByRole('figure', { name: /900 Ok, 300 Fail/ })).toBeVisible();
    await chart.getByRole('radio', { name: 'Side by side' }).click();
    await expectAccessible(page, 'bars side by side');
    for (const kind of ['Area', 'Line']) {
      await choose('Chart type', kind);
      await expect(chart.getByRole('combobox', { name: 'Chart type' })).toHaveText(kind);
      await expectAccessible(page, kind);
    }
  });

  await test.step('a donut only for few parts of one whole, and it says why', async () => {
    await chart.getByRole('combobox', { name: 'Chart type' }).press('Enter');
    const ring = page.getByRole('option', { name: 'Donut' });
    await expect(ring).toHaveAttribute('aria-disabled', 'true');
    await expect(ring).toContainText('a donut can’t show a time axis');
    await page.keyboard.press('Escape');
    await choose('Series', 'Single series');
    await choose('Group by', 'Outcome');
    await choose('Chart type', 'Donut');
    await expect(
      chart.getByRole('figure', { name: /^rows by Outcome: 1,200 rows\. Most: Ok with 900\.$/ }),
    ).toBeVisible();
    await points.focus();
    await page.keyboard.press('ArrowRight');
    await expect(points).toHaveAttribute('aria-valuetext', 'Ok: 900 rows');
    await expectAccessible(page, 'ring');
  });

  await test.step('too many values are grouped over all rows, with a note', async () => {
    await choose('Group by', 'Name');
    await expect(chart.getByText('Shown as bars: a donut shows at most 7 values.')).toBeVisible();
    await expect(chart.getByText('Showing the top 24 of 30 values; the rest are grouped.')).toBeVisible();
    await expect(
      chart.getByRole('figure', { name: /^rows by Name: 1,200 rows\. Most: a rather .* with 40\.$/ }),
    ).toBeVisible();
    await choose('Chart type', 'Horizontal bar');
    await points.focus();
    await page.keyboard.press('End');
    await expect(points).toHaveAttribute('aria-valuetext', 'others (6): 240 rows');
    await expectAccessible(page, 'bars that lie');
  });

  await test.step('of the rows that are shown', async () => {
    await choose('Group by', 'Outcome');
    await choose('Value', 'Sum of Number');
    await chart.getByRole('radio', { name: 'Table' }).click();
    await expect(chart.getByRole('row', { name: /Ok.*540,000/ })).toBeVisible();
    await desk.main.getByRole('searchbox', { name: 'Filter rows' }).fill('Fail');
    await expect(chart.getByRole('row', { name: /Ok/ })).toHaveCount(0);
    await expect(chart.getByRole('row', { name: /Fail.*180,600/ })).toBeVisible();
  });

  await test.step('unchanged, when the page is opened again', async () => {
    await page.reload();
    await expect(chart.getByRole('row', { name: /Ok.*540,000/ })).toBeVisible();
    await expect(chart.getByRole('combobox', { name: 'Chart type' })).toHaveText('Horizontal bar');
  });
});

test('a chart is saved as a picture, and copied', async ({ desk, page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Query');
  const chart = desk.main.getByRole('region', { name: 'Chart of the result' });
  const menu = chart.getByRole('button', { name: 'Image', exact: true });
  await desk.query.run(rows);
  await expect(desk.main.getByText('1,200 rows', { exact: true })).toBeVisible();
  await desk.main.getByRole('button', { name: 'Chart', exact: true }).press('Enter');
  await chart.getByRole('combobox', { name: 'Series' }).press('Enter');
  await page.getByRole('option', { name: 'Outcome' }).click();
  await expect(chart.getByRole('figure', { name: /900 Ok, 300 Fail/ })).toBeVisible();

  const save = async (item: string) => {
    await menu.press('Enter');
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).press('Enter');
    return await saving;
  };
  await test.step('as an SVG, also while the table is shown', async () => {
    await chart.getByRole('radio', { name: 'Table' }).click();
    const saved = await save('Save as SVG');
    expect(saved.suggestedFilename()).toBe('query-result.svg');
    const text = await readFile(await saved.path(), 'utf8');
    expect(text).toContain('>Rows by Moment and Outcome</text>');
    expect(text).toMatch(/>Sandbox Staging · 1,200 rows · as of \d{4}-\d\d-\d\d \d\d:\d\d UTC</);
    await expect(desk.toast('Chart saved to query-result.svg.')).toBeVisible();
    await expect(menu).toBeFocused();
  });

  await test.step('as a PNG', async () => {
    const saved = await save('Save as PNG');
    expect(saved.suggestedFilename()).toBe('query-result.png');
    const bytes = await readFile(await saved.path());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect(bytes.readUInt32BE(16)).toBe(2 * 960);
    await expect(desk.toast('Chart saved to query-result.png.')).toBeVisible();
    await expect(menu).toBeFocused();
  });

  await test.step('to the clipboard', async () => {
    await menu.press('Enter');
    await expectAccessible(page, 'a chart as a picture');
    await page.getByRole('menuitem', { name: 'Copy as image' }).press('Enter');
    await expect(desk.toast('Chart copied as an image.')).toBeVisible();
    const kinds = await page.evaluate<string[]>(
      'navigator.clipboard.read().then(([item]) => [...item.types])',
    );
    expect(kinds).toContain('image/png');
  });
});
