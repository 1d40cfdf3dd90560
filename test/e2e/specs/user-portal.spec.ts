import { expect, test } from '../desk-test.ts';

test.setTimeout(240_000);

test('the applications of a user are looked up by name, and an unknown name is reported', async ({
  desk,
  own,
  page,
}) => {
  await desk.signInTo(own, { baseUrl: own.baseUrl });
  await desk.goTo('Roles');
  await page.getByRole('radio', { name: 'User', exact: true }).click();
  const name = page.getByRole('textbox', { name: 'User name' });
  await name.fill('nobody@acme.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/User nobody@acme\.example not found/)).toBeVisible();
  await name.fill('admin@acme.example');
  await page.keyboard.press('Enter');
  const seen = page.getByRole('list', { name: 'Applications of the user' });
  await expect(seen.getByRole('link').first()).toBeVisible();
  await expect(page.getByText(/User .* not found/)).toHaveCount(0);
});
