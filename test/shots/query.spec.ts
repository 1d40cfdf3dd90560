import { expect, test } from '../e2e/desk-test.ts';
import { replaceText } from '../e2e/pages/code-editor.ts';
import { Camera } from './camera.ts';

test.setTimeout(600_000);
test.use({ trace: 'off' });

/** This many sign-in attempts; `failing` is an SQL condition for those that failed. */
const attempts = (count: number, failing: string): string =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
SELECT i AS AttemptID, CASE WHEN ${failing} THEN 'Failed' ELSE 'Signed in' END AS Outcome,
CASE i % 5 WHEN 0 THEN 'FIDO2' WHEN 1 THEN 'Authenticator' ELSE 'Password' END AS Factor,
'Portal ' || (i % 12) AS Application,
strftime('%Y-%m-%dT%H:%M:%S.000Z', 1700000000 + i * 600, 'unixepoch') AS WhenOccurred FROM n`;

test('captures the library of queries, charts and comparisons', async ({ desk, page }) => {
  const camera = new Camera(page, 'query-');
  const { query, main } = desk;
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const save = async (name: string, description: string, folder: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+S');
    const form = dialog('Save query');
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByRole('textbox', { name: /^Description/ }).fill(description);
    await form.getByRole('combobox', { name: 'Folder' }).click();
    await page.getByRole('option', { name: folder }).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(main.getByRole('tab', { name, exact: true })).toBeVisible();
  };
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Query');
  await camera.shoot('empty');

  await test.step('the library', async () => {
    for (const folder of ['Sign-ins', 'Weekly']) {
      await main.getByRole('button', { name: 'New folder' }).click();
      await dialog('New folder').getByRole('textbox', { name: 'Folder name' }).fill(folder);
      await page.keyboard.press('Enter');
      await expect(query.saved(folder)).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await replaceText(page, query.editor, 'SELECT Name FROM Role WHERE Name <> :word');
    await save('Roles but one', 'Which roles there are, without one of them.', 'Weekly');
    await main.getByRole('button', { name: 'New query' }).click();
    await replaceText(page, query.editor, attempts(1200, 'i % 4 = 0'));
    await save('Attempts of sign-ins', 'Who could not get in, and how it was tried.', 'Sign-ins');
    for (const folder of ['Sign-ins', 'Weekly']) {
      await query.saved(folder).press('ArrowRight');
      await expect(query.saved(folder)).toHaveAttribute('aria-expanded', 'true');
    }
    await camera.shoot('library');
    await query.saved('Attempts of sign-ins').press('F2');
    await expect(dialog('About Attempts of sign-ins')).toBeVisible();
    await camera.shoot('about');
    await page.keyboard.press('Escape');
  });

  const chart = main.getByRole('region', { name: 'Chart of the result' });
  const choose = async (list: string, option: string): Promise<void> => {
    await chart.getByRole('combobox', { name: list }).press('Enter');
    await page.getByRole('option', { name: option }).click();
  };
  await test.step('charts', async () => {
    await query.run(attempts(1200, 'i % 4 = 0'));
    await expect(main.getByText('1,200 rows', { exact: true })).toBeVisible();
    await main.getByRole('button', { name: 'Chart', exact: true }).press('Enter');
    await expect(chart.getByRole('figure')).toBeVisible();
    await choose('Series', 'Outcome');
    await camera.shoot('chart-bars');
    await choose('Chart type', 'Line');
    await camera.shoot('chart-lines');
    await choose('Series', 'Single series');
    await choose('Group by', 'Factor');
    await choose('Chart type', 'Donut');
    await camera.shoot('chart-ring');
    await choose('Group by', 'Application');
    await choose('Chart type', 'Horizontal bar');
    await camera.shoot('chart-lying-bars');
    await chart.getByRole('radio', { name: 'Table' }).click();
    await camera.shoot('chart-table');
    await main.getByRole('button', { name: 'Chart', exact: true }).press('Enter');
  });

  const { comparison: sheet } = query;
  await test.step('comparisons', async () => {
    await query.compare('Save snapshot…');
    await dialog('Save snapshot').getByRole('textbox', { name: 'Name' }).fill('Yesterday');
    await camera.shoot('keep-result');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Saved 1,200 rows as “Yesterday”.')).toBeVisible();
    await query.run(attempts(1210, 'i % 4 = 0 AND i > 40'));
    await expect(main.getByText('1,210 rows', { exact: true })).toBeVisible();
    await query.compare('Compare with…');
    const yesterday = sheet.getByRole('button', { name: /Yesterday/ }).first();
    await expect(yesterday).toBeVisible();
    await camera.shoot('compare-with');
    await yesterday.press('Enter');
    await expect(query.differences).toBeVisible();
    await camera.shoot('compared');
    await sheet.getByRole('button', { name: 'Remove AttemptID from key' }).press('Enter');
    await sheet.getByRole('combobox', { name: 'Add key column' }).press('Enter');
    await page.getByRole('option', { name: 'Factor' }).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(sheet.getByText('Factor is not unique')).toBeVisible();
    await camera.shoot('compare-failed');
    await page.keyboard.press('Escape');
  });

  await test.step('the history', async () => {
    await query.run('SELECT Nmae FROM Role');
    await expect(page.getByRole('alert').first()).toBeVisible();
    await query.run("SELECT Name FROM Role WHERE Name = 'nobody'");
    await expect(main.getByText('No rows', { exact: true })).toBeVisible();
    await camera.shoot('no-rows');
    await main.getByRole('button', { name: 'History', exact: true }).press('Enter');
    await expect(dialog('Query history').getByRole('option').first()).toBeVisible();
    await camera.shoot('history');
    await page.keyboard.press('Escape');
  });
});
