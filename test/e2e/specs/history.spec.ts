import { expect, test } from '../desk-test.ts';

test.setTimeout(90_000);

test('undo restores the previous state, and both entries link to each other', async ({ desk, page }) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Origins');
  const added = desk.origins.rows.filter({ hasText: 'undo.acme.example' });
  await desk.origins.add('https://undo.acme.example');
  await desk.origins.reviewChange();
  await desk.review.apply();
  await expect(added).toHaveCount(1);

  await desk.goTo('History');
  await expect(desk.history.list.getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Entry' })).toContainText('undo.acme.example');
  await desk.history.undo();
  await expect(page.getByRole('dialog', { name: /^Undo: / })).toContainText('undo.acme.example');
  await desk.review.apply();
  await expect(desk.history.entry(/Undo: /)).toHaveCount(1);
  await expect(desk.history.list.getByRole('option')).toHaveCount(2);
  await expect(desk.history.list.getByRole('option', { name: /Undone/ })).toHaveCount(1);

  await page.getByRole('link', { name: 'Show undo' }).click();
  await page.getByRole('link', { name: 'Show original change' }).click();
  await expect(page.getByRole('link', { name: 'Show undo' })).toBeVisible();
  await expect(desk.history.undoButton).toHaveCount(0);

  await desk.goTo('Origins');
  await expect(desk.origins.rows.first()).toBeVisible();
  await expect(added).toHaveCount(0);
});
