import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(120_000);

test('a result is drawn, with what it says in words and a table behind it', async ({ desk, page }) => {
  await (await desk.tenants.signIn('Sandbox Staging')).close();
  await desk.goTo('Query');
  const chart = desk.main.getByRole('region', { name: 'Chart of the result' });
  const choose = async (list: string, option: string): Promise<void> => {
    await chart.getByRole('combobox', { name: list }).press('Enter');
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await desk.query.run(
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200) SELECT i AS Number, CASE WHEN i % 4 = 0 THEN 'Fail' ELSE 'Ok' END AS Outcome, strftime('%Y-%m-%dT%H:%M:%S.000Z', 1700000000 + i * 600, 'unixepoch') AS Moment FROM n",
  );
  await expect(desk.main.getByText('1,200 rows', { exact: true })).toBeVisible();

  await test.step('by day to begin with, since there are moments', async () => {
    await desk.main.getByRole('button', { name: 'Chart', exact: true }).press('Enter');
    await expect(
      chart.getByRole('figure', { name: /^rows by Moment: 1,200 rows\. Most: 2023-11-1\d with 144\.$/ }),
    ).toBeVisible();
    await expectAccessible(page, 'chart of a result');
  });

  await test.step('by another column, in series, as lines and as a table', async () => {
    await choose('Series', 'Outcome');
    await expect(chart.getByRole('figure', { name: /900 Ok, 300 Fail/ })).toBeVisible();
    await choose('Gathered by', 'Outcome');
    await choose('Stretches of time', 'each value');
    await choose('Series', 'one series');
    await choose('Value', 'sum of Number');
    await chart.getByRole('radio', { name: 'Table' }).click();
    await expect(chart.getByRole('row', { name: /Ok.*540,000/ })).toBeVisible();
  });

  await test.step('of the rows that are shown', async () => {
    await desk.main.getByRole('searchbox', { name: 'Filter rows' }).fill('Fail');
    await expect(chart.getByRole('row', { name: /Ok/ })).toHaveCount(0);
    await expect(chart.getByRole('row', { name: /Fail.*180,600/ })).toBeVisible();
  });
});
