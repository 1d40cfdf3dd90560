import { violationsOf } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(180_000);

test('one edit of several applications is reviewed once, keeps what was typed when cancelled, and is applied', async ({
  desk,
  page,
}) => {
  const { applications, review } = desk;
  await (await desk.tenants.signIn('Sandbox Staging')).close();
  await expect(applications.open).toBeVisible();
  await applications.search('type:saml');
  await applications.searchField.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  const names = await applications.chosen.locator('b').allTextContents();
  expect(names).toHaveLength(3);
  const dialog = page.getByRole('dialog', { name: 'Edit 3 applications' });

  await test.step('a text is added at the end of each description', async () => {
    await applications.bulk.getByRole('button', { name: 'Edit…' }).click();
    await dialog.getByRole('combobox', { name: 'Description' }).click();
    await page.getByRole('option', { name: 'Add at the end' }).click();
    await dialog.getByRole('button', { name: 'Review…' }).click();
    await expect(dialog).toContainText('Enter what to add.');
    await dialog.getByRole('textbox', { name: 'Text to add' }).fill('Owned by Finance.');
    await dialog.getByRole('button', { name: 'Review…' }).click();
    await expect(review.applyButton).toHaveText(/3 changes/);
  });

  await test.step('cancelled, the form is as it was', async () => {
    await review.dialog.getByRole('button', { name: /^Cancel/ }).click();
    await expect(dialog.getByRole('textbox', { name: 'Text to add' })).toHaveValue('Owned by Finance.');
    await dialog.getByRole('button', { name: 'Review…' }).click();
    await expect(review.applyButton).toHaveText(/3 changes/);
  });

  await test.step('applied, every one has it behind what it had', async () => {
    await review.apply();
    await expect(dialog).toBeHidden();
    await expect(applications.bulk).toContainText('3 chosen');
    await applications.select(names[1] ?? '-');
    await expect(applications.field('Description')).toHaveValue(/\S.* Owned by Finance\.$/);
  });
});

test('several applications are published to a role and taken away again, each as one plan', async ({
  desk,
  page,
}) => {
  const { applications, review } = desk;
  await (await desk.tenants.signIn('Sandbox Staging')).close();
  await expect(applications.open).toBeVisible();
  await applications.search('type:bookmark');
  await expect.poll(() => applications.count()).toBeGreaterThan(1);
  const count = await applications.count();
  await applications.searchField.press('ArrowDown');
  await page.keyboard.press('ControlOrMeta+a');
  const dialog = page.getByRole('dialog', { name: `Publish ${count} applications` });
  const role = dialog.getByRole('checkbox', { name: /^IT Operations/ });

  await test.step('nothing is planned without a role', async () => {
    await applications.bulk.getByRole('button', { name: 'Publish to…' }).click();
    await dialog.getByRole('button', { name: 'Review…' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Choose at least one role.');
  });

  await test.step('published, the list knows it', async () => {
    await role.click();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Review…' }).click();
    await expect(review.applyButton).toBeEnabled();
    await review.apply();
    await applications.search('type:bookmark role:"it operations"');
    await expect.poll(() => applications.count()).toBe(count);
  });

  await test.step('what they have already is no change', async () => {
    await applications.bulk.getByRole('button', { name: 'Publish to…' }).click();
    await dialog.getByRole('button', { name: 'Review…' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('These roles have all of them already.');
  });
});
