import { expect, test } from '../desk-test.ts';
import { replaceText } from '../pages/code-editor.ts';

test.setTimeout(150_000);

test('the query editor knows procedures, functions and columns, and marks what the tenant rejected', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Query');
  const { editor } = desk.query;

  await test.step('what the tenant rejected is marked until it is fixed', async () => {
    await desk.query.run('SELECT Name FROM Role WHRE ID IS NOT NULL');
    const marked = editor.locator('.cm-lintRange-error');
    await expect(marked).toHaveText('ID');
    await desk.query.run('SELECT Nmae FROM Role');
    await expect(marked).toHaveText('Nmae');
    await desk.query.run('SELECT Name FROM Role LIMIT 3');
    await expect(desk.main.getByText('3 rows', { exact: true })).toBeVisible();
    await expect(marked).toHaveCount(0);
  });

  await test.step('a function and a table are explained', async () => {
    await replaceText(page, editor, 'SELECT Substr(Name, 1, 3) FROM Role');
    const help = page.locator('.cm-help');
    await page.keyboard.press('Home');
    for (let step = 0; step < 9; step++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+F1');
    await expect(help).toContainText('SUBSTR(text, start, length)');
    await page.keyboard.press('Escape');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+F1');
    await expect(help).toContainText('Columns:');
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
  });

  await test.step('a procedure is completed', async () => {
    await replaceText(page, editor, '');
    await page.keyboard.type('@/lib/all_roles');
    await page.getByRole('option', { name: /all_roles_with_members/ }).click();
    await expect(editor.locator('.cm-line')).toHaveText('@/lib/all_roles_with_members.js');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.query.result).toBeVisible();
  });
});
