import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(150_000);

test('parameters of a query are typed, requested if they are empty, remembered, and saved with it', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Query');
  const value = (name: string) => desk.main.getByRole('textbox', { name: `Value of ${name}` });
  const missing = desk.main.getByRole('alert');
  const ofType = async (name: string, type: string): Promise<void> => {
    await desk.main.getByRole('combobox', { name: `Type of ${name}` }).click();
    await page.getByRole('option', { name: type, exact: true }).click();
  };

  await test.step('an empty one is named, and its field gets the focus', async () => {
    await desk.query.run('SELECT :who AS Who, :since AS Since, :active AS Active');
    await expect(missing).toContainText('who: Enter a value, or choose “empty text”.');
    await expect(value('who')).toBeFocused();
    await page.keyboard.type(`O'Brien"; DROP TABLE x; --`);
    await ofType('since', 'date');
    await value('since').fill('2026-02-29');
    await expect(missing).toContainText('since: Enter a date');
    await expectAccessible(page, 'a query with parameters that are not complete');
    await value('since').fill('2026-02-28 09:30');
    await ofType('active', 'yes or no');
    await expect(missing).toContainText('active: Choose yes or no.');
    await desk.main.getByRole('combobox', { name: 'Value of active' }).click();
    await page.getByRole('option', { name: 'yes', exact: true }).click();
    await expect(missing).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.query.result).toContainText(`O'Brien"; DROP TABLE x; --`);
    await expect(desk.query.result).toContainText('2026-02-28 09:30:00');
    await expect(desk.main.getByText('1 row', { exact: true })).toBeVisible();
  });

  await test.step('they are there after leaving the view, and after a page reload', async () => {
    await desk.goTo('Roles');
    await desk.goTo('Query');
    await expect(value('since')).toHaveValue('2026-02-28 09:30');
    await page.reload();
    await expect(value('who')).toHaveValue(`O'Brien"; DROP TABLE x; --`);
  });

  await test.step('and return with the saved query', async () => {
    await desk.main.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Who since when');
    await page.keyboard.press('ControlOrMeta+Enter');
    await value('who').fill('someone else');
    await desk.main.getByRole('tab', { name: 'Who since when' }).press('Delete');
    await expect(desk.main.getByRole('tab', { name: 'Who since when' })).toHaveCount(0);
    await desk.query.saved('Who since when').click();
    await expect(value('who')).toHaveValue(`O'Brien"; DROP TABLE x; --`);
  });

  await test.step('all rows of the query are there, and counted', async () => {
    await desk.query.run(
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10001) SELECT i FROM n',
    );
    await expect(desk.main.getByText('10,001 rows', { exact: true })).toBeVisible();
    await expect(desk.query.result).toHaveAttribute('aria-rowcount', '10002');
  });

  await test.step('a list of numbers accepts only numbers, and names other values', async () => {
    await desk.query.run('SELECT 2 IN (:ids) AS Found, typeof(:first) AS Kind');
    await ofType('ids', 'list of numbers');
    await ofType('first', 'number');
    await value('first').fill('7');
    await value('ids').fill('1, two');
    await expect(missing).toContainText('ids: Enter comma-separated numbers.');
    await value('ids').fill('1, 2');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.query.result.getByRole('row').nth(1)).toContainText('1');
    await expect(desk.query.result).toContainText('integer');
  });
});
