import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(180_000);

const rows = (count: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i AS Number, 'item ' || i AS Name, CASE WHEN i % 3 = 0 THEN NULL ELSE '{"n":' || i || '}' END AS Json FROM n LIMIT ${count}`;

test('a complete result is viewed, sorted, filtered, copied and written to files', async ({ desk, page }) => {
  await page.context().grantPermissions(['clipboard-read']);
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Query');
  const { result } = desk.query;
  const cell = (name: string) => result.getByRole('gridcell', { name, exact: true });
  const counted = (text: string) => desk.main.getByText(text, { exact: true });
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');

  await test.step('all rows arrive, and one key goes to the last', async () => {
    await desk.query.run(rows(25_000));
    await expect(counted('25,000 rows')).toBeVisible();
    await expect(result).toHaveAttribute('aria-rowcount', '25001');
    await result.focus();
    await page.keyboard.press('ControlOrMeta+End');
    await expect(cell('item 25000')).toBeVisible();
    await expectAccessible(page, 'query result');
  });

  await test.step('sorted by keyboard in natural order', async () => {
    const title = result.getByRole('columnheader', { name: 'Name' });
    await title.getByRole('button').press('Enter');
    await expect(title).toHaveAttribute('aria-sort', 'ascending');
    await title.getByRole('button').press('Enter');
    await expect(title).toHaveAttribute('aria-sort', 'descending');
    await result.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await expect(cell('item 25000')).toBeVisible();
  });

  await test.step('filtered in any column, and by a condition on one', async () => {
    await desk.main.getByRole('searchbox', { name: 'Filter rows' }).fill('"item 1234"');
    await expect(counted('11 shown')).toBeVisible();
    await result.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await desk.main.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Filter column' });
    await expect(form.getByRole('combobox', { name: 'Column' })).toHaveValue('Json');
    await form.getByRole('combobox', { name: 'Condition' }).click();
    await page.getByRole('option', { name: 'is empty', exact: true }).click();
    await expectAccessible(page, 'filter of a result');
    await form.getByRole('button', { name: 'Add filter' }).click();
    await expect(counted('3 shown')).toBeVisible();
    await expect(result).toHaveAttribute('aria-rowcount', '4');
  });

  await test.step('a selection is copied in the required format', async () => {
    await result.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ControlOrMeta+C');
    await expect.poll(copied).toBe('12348\titem 12348\n12345\titem 12345');
    await desk.main.getByRole('button', { name: 'Copy', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'SQL IN list' }).click();
    await expect.poll(copied).toBe("(12348, 'item 12348', 12345, 'item 12345')");
  });

  await test.step('the shown rows are written to a file', async () => {
    const saving = page.waitForEvent('download');
    await desk.main.getByRole('button', { name: 'Export', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('query-result.csv');
    expect(await readFile(await saved.path(), 'utf8')).toBe(
      'Number,Name,Json\r\n12348,item 12348,\r\n12345,item 12345,\r\n12342,item 12342,\r\n',
    );
  });
});
