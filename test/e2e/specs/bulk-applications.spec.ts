import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(180_000);

test('one edit of several applications is reviewed once, survives a canceled review, and is applied', async ({
  desk,
  page,
}) => {
  const { applications, review } = desk;
  await desk.tenants.signIn('Sandbox Staging');
  await expect(applications.open).toBeVisible();
  await applications.search('type:saml');
  await applications.searchField.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  const names = await applications.chosen.locator('b').allTextContents();
  expect(names).toHaveLength(3);
  const dialog = page.getByRole('dialog', { name: 'Edit 3 applications' });

  await test.step('text is appended to each description', async () => {
    const edit = applications.bulk.getByRole('button', { name: 'Edit…' });
    await edit.click();
    await page.keyboard.press('Escape');
    await expect(edit).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Review…' }).click();
    await expect(dialog).toContainText('Choose at least one field.');
    await expectAccessible(page, 'bulk edit with an error');
    await dialog.getByRole('combobox', { name: 'Field to change' }).fill('Description');
    await page.getByRole('option', { name: 'Description' }).click();
    await dialog.getByRole('combobox', { name: 'Change to Description' }).click();
    await page.getByRole('option', { name: 'Append' }).click();
    const text = dialog.getByRole('textbox', { name: 'Description' });
    await text.clear();
    await dialog.getByRole('button', { name: 'Review…' }).click();
    await expect(dialog).toContainText('Enter a value for Description, or remove the field.');
    await text.fill('Owned by Finance.');
    await expect(dialog.getByText('3 changes')).toBeVisible();
    await expect(dialog.getByRole('option', { name: /Changed/ })).toHaveCount(3);
    await expectAccessible(page, 'bulk edit with a preview');
    await dialog.getByRole('button', { name: 'Review…' }).click();
    await expect(review.applyButton).toHaveText(/3 changes/);
  });

  await test.step('after canceling, the form is unchanged', async () => {
    await review.dialog.getByRole('button', { name: /^Cancel/ }).click();
    await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Owned by Finance.');
    await expect(dialog.getByText('3 changes')).toBeVisible();
    await dialog.getByRole('button', { name: 'Review…' }).click();
    await expect(review.applyButton).toHaveText(/3 changes/);
  });

  await test.step('once applied, every description ends with the text', async () => {
    await review.apply();
    await expect(dialog).toBeHidden();
    await expect(applications.bulk).toContainText('3 selected');
    await applications.select(names[1] ?? '-');
    await expect(applications.field('Description')).toHaveValue(/\S.* Owned by Finance\.$/);
  });
});

test('several applications are assigned to a role and unassigned again, each in one plan', async ({
  desk,
  page,
}) => {
  const { applications, review } = desk;
  await desk.tenants.signIn('Sandbox Staging');
  await expect(applications.open).toBeVisible();
  await applications.search('type:openid');
  await expect.poll(() => applications.count()).toBeGreaterThan(1);
  const count = await applications.count();
  await applications.searchField.press('ArrowDown');
  await page.keyboard.press('ControlOrMeta+a');
  const dialog = page.getByRole('dialog', { name: `Role assignments of ${count} applications` });
  const role = dialog.getByRole('checkbox', { name: /^Help Desk/ });

  await test.step('nothing is planned without a role', async () => {
    await applications.bulk.getByRole('button', { name: 'Assign…' }).click();
    await dialog.getByRole('button', { name: 'Review…' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Choose at least one role.');
  });

  await test.step('once assigned, the list shows it', async () => {
    await role.click();
    await expectAccessible(page, 'bulk publish');
    await dialog.getByRole('button', { name: 'Review…' }).click();
    await expect(review.applyButton).toBeEnabled();
    await review.apply();
    await applications.search('type:openid role:"help desk"');
    await expect.poll(() => applications.count()).toBe(count);
  });

  await test.step('existing assignments are no change', async () => {
    await applications.bulk.getByRole('button', { name: 'Assign…' }).click();
    await role.click();
    await dialog.getByRole('button', { name: 'Review…' }).click();
    await expect(dialog.getByRole('alert')).toHaveText('All are already assigned to these roles.');
  });
});

test('text is replaced in the scripts of several applications, with a preview of each before anything is sent', async ({
  desk,
  page,
}) => {
  const { applications, review } = desk;
  await desk.tenants.signIn('Sandbox Staging');
  await expect(applications.open).toBeVisible();
  await applications.search('type:saml');
  await applications.searchField.press('ArrowDown');
  for (const key of ['Space', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown'])
    await page.keyboard.press(key);
  await applications.bulk.getByRole('button', { name: 'Script…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Replace in scripts of 4 applications' });
  const find = sheet.getByRole('textbox', { name: 'Find' });
  await expect(sheet.getByText('4 scripts loaded')).toBeVisible();

  await test.step('an invalid expression, and one that would never end, are reported', async () => {
    await sheet.getByRole('checkbox', { name: 'Regular expression' }).click();
    await find.fill('set(');
    await expect(sheet).toContainText('Invalid regular expression');
    await find.fill('((.|\\s)*)*#never#');
    await expect(sheet).toContainText('The expression took too long', { timeout: 20_000 });
    await expect(sheet.getByRole('button', { name: 'Review…' })).toBeDisabled();
  });

  await test.step('plain text is found literally, and its change is shown', async () => {
    await sheet.getByRole('checkbox', { name: 'Regular expression' }).click();
    await find.fill("setVersion('2')");
    await sheet.getByRole('textbox', { name: 'Replace with' }).fill("setVersion('2.0')");
    await expect(sheet.getByText(/^\d+ matches in 4 scripts$/)).toBeVisible();
    await expect(sheet).toContainText("setVersion('2.0')");
    await expectAccessible(page, 'bulk script');
  });

  await test.step('it is one plan, and a canceled review preserves the input', async () => {
    await sheet.getByRole('button', { name: 'Review…' }).click();
    await expect(review.applyButton).toHaveText(/4 changes/);
    await review.dialog.getByRole('button', { name: /^Cancel/ }).click();
    await expect(find).toHaveValue("setVersion('2')");
    await sheet.getByRole('button', { name: 'Review…' }).click();
    await expect(review.applyButton).toHaveText(/4 changes/);
    await review.apply();
    await applications.bulk.getByRole('button', { name: 'Script…' }).click();
    await find.fill("setVersion('2.0')");
    await expect(sheet.getByText(/^\d+ matches in 4 scripts$/)).toBeVisible();
  });
});
