import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(240_000);

/** Rows with an ID each; `state` is SQL for their last column. */
const rows = (from: number, to: number, state: string): string =>
  `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
SELECT i AS RoleID, i % 3 AS Kind, ${state} AS State FROM n`;

test('a result is compared with a snapshot, row by row, and with the result on another tenant', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Query');
  const { comparison: sheet, differences: grid } = desk.query;

  await test.step('saved as a named snapshot', async () => {
    await desk.query.run(rows(1, 1500, "'on'"));
    await expect(desk.main.getByText('1,500 rows', { exact: true })).toBeVisible();
    await desk.query.compare('Save snapshot…');
    const dialog = page.getByRole('dialog', { name: 'Save snapshot' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Yesterday');
    await expectAccessible(page, 'keeping a result');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Saved 1,500 rows as “Yesterday”.')).toBeVisible();
  });

  await test.step('beside the current result', async () => {
    await desk.query.run(
      rows(3, 1502, "CASE WHEN i = 7 THEN '=1+1' WHEN i = 8 THEN NULL WHEN i = 9 THEN '' ELSE 'on' END"),
    );
    await expect(desk.query.result.getByRole('gridcell', { name: '=1+1', exact: true })).toBeVisible();
    await desk.query.compare('Compare with…');
    await expect(sheet.getByRole('button', { name: /Yesterday/ }).first()).toBeVisible();
    await expectAccessible(page, 'what a result is compared with');
    await sheet
      .getByRole('button', { name: /Yesterday/ })
      .first()
      .press('Enter');
    await expect(sheet.getByText('1,495 the same')).toBeVisible();
    for (const kind of ['All differences 7', 'Different 3', 'Only left 2', 'Only right 2']) {
      await expect(sheet.getByRole('radio', { name: kind, exact: true })).toBeVisible();
    }
    await expect(grid.getByRole('gridcell', { name: 'on → =1+1' })).toBeVisible();
    await expect(grid.getByRole('gridcell', { name: 'on → null' })).toBeVisible();
    await expect(grid.getByRole('gridcell', { name: 'on → ""' })).toBeVisible();
    await expectAccessible(page, 'differences of two results');
  });

  await test.step('one kind of difference, and in the other direction', async () => {
    await sheet.getByRole('radio', { name: 'Only left 2' }).click();
    await expect(grid).toHaveAttribute('aria-rowcount', '3');
    await expect(grid.getByRole('row', { name: /only left.*2.*2.*on/ })).toBeVisible();
    await sheet.getByRole('button', { name: 'Swap' }).press('Enter');
    await expect(grid.getByRole('gridcell', { name: '=1+1 → on' })).toBeVisible();
    await sheet.getByRole('button', { name: 'Swap' }).press('Enter');
    await expect(grid.getByRole('gridcell', { name: 'on → =1+1' })).toBeVisible();
  });

  await test.step('written to a file that contains no formulas', async () => {
    await sheet.getByRole('radio', { name: 'Different 3' }).click();
    await expect(grid).toHaveAttribute('aria-rowcount', '4');
    const saving = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Export', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('differences.csv');
    const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toEqual([
      'Difference,Columns that differ,RoleID,Kind (left),Kind (right),State (left),State (right)',
      `different,"[""State""]",7,1,1,on,'=1+1`,
      'different,"[""State""]",8,2,2,on,',
      'different,"[""State""]",9,0,0,on,',
    ]);
  });

  await test.step('not by a key that several rows share', async () => {
    await sheet.getByRole('button', { name: 'Remove RoleID from key' }).press('Enter');
    await sheet.getByRole('combobox', { name: 'Add key column' }).press('Enter');
    await page.getByRole('option', { name: 'Kind' }).click();
    await sheet
      .getByRole('button', { name: /^Compare( |$)/ })
      .last()
      .press('Enter');
    await expect(sheet.getByText('Kind is not unique')).toBeVisible();
    await expect(sheet.getByText(/Left: 1,500 rows share 3 values, for example/)).toBeVisible();
    await expectAccessible(page, 'a key that several rows have');
    await sheet.getByRole('combobox', { name: 'Add key column' }).press('Enter');
    await page.getByRole('option', { name: 'RoleID' }).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(sheet.getByText('1,495 the same')).toBeVisible();
  });

  await test.step('on a tenant without a session, which is reported', async () => {
    await sheet.getByRole('button', { name: 'Choose another result' }).press('Enter');
    await sheet.getByRole('button', { name: /Sandbox Production/ }).press('Enter');
    await expect(sheet.getByRole('button', { name: 'Sign in to Sandbox Production' })).toBeVisible();
    await expectAccessible(page, 'a comparison that failed');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  await test.step('on a tenant with a session', async () => {
    await desk.goTo('Tenants');
    await desk.tenants.signIn('Sandbox Production');
    await desk.goTo('Tenants');
    await desk.tenants.card('Sandbox Staging').getByRole('link', { name: /Open/ }).click();
    await desk.goTo('Query');
    await desk.query.compare('Compare with…');
    await sheet.getByRole('button', { name: /Sandbox Production/ }).press('Enter');
    await expect(sheet.getByRole('heading', { name: 'No differences' })).toBeVisible();
    await expect(sheet.getByText('All 1,500 rows are the same on both sides.')).toBeVisible();
  });

  await test.step('and removed again', async () => {
    await sheet.getByRole('button', { name: 'Choose another result' }).press('Enter');
    await sheet.getByRole('button', { name: 'Remove Yesterday' }).press('Enter');
    await page.getByRole('button', { name: 'Remove snapshot' }).press('Enter');
    await expect(sheet.getByRole('button', { name: /Yesterday/ })).toHaveCount(0);
  });
});

test('columns that only one of two results has are shown beside the rows that differ', async ({
  desk,
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read']);
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Query');
  const { comparison: sheet, differences: grid } = desk.query;
  await desk.query.run("SELECT 7 AS RoleID, 'old' AS State, '=then' AS Earlier FROM Role LIMIT 1");
  await expect(desk.query.result.getByRole('gridcell', { name: '=then' })).toBeVisible();
  await desk.query.compare('Save snapshot…');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Then');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved 1 row as “Then”.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await desk.query.run("SELECT 7 AS RoleID, 'new' AS State, 'now' AS Later FROM Role LIMIT 1");
  await expect(desk.query.result.getByRole('gridcell', { name: 'now' })).toBeVisible();
  await desk.query.compare('Compare with…');
  await sheet.getByRole('button', { name: /^Then/ }).press('Enter');

  await test.step('read with the keyboard, and copied', async () => {
    await expect(
      sheet.getByText(/in only one result are not compared: left Earlier; right Later/),
    ).toBeVisible();
    await expect(grid.getByRole('columnheader', { name: 'Earlier (only left)' })).toBeVisible();
    await grid.getByRole('gridcell', { name: 'different' }).click();
    await page.keyboard.press('End');
    await expect(grid.getByRole('gridcell', { name: 'now' })).toBeInViewport();
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('ControlOrMeta+C');
    await expect
      .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
      .toBe('different\t7\told → new\t=then\tnow');
    await expectAccessible(page, 'columns of one side');
  });

  await test.step('written to a file', async () => {
    const saving = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Export', exact: true }).press('Enter');
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
    const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toEqual([
      'Difference,Columns that differ,RoleID,State (left),State (right),Earlier (only left),Later (only right)',
      `different,"[""State""]",7,old,new,'=then,now`,
    ]);
  });
});
