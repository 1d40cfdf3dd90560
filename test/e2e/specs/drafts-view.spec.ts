import { expect, test } from '../desk-test.ts';

test.setTimeout(180_000);

test('drafts are found, reviewed together, and discarded and restored together', async ({ desk, page }) => {
  const tenant = 'Sandbox Staging';
  await desk.tenants.signIn(tenant);
  await desk.applications.select('Confluence Server');
  await desk.applications.openTab('Settings');
  await desk.applications.field('Description').fill('For the whole house.');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await desk.goTo('Origins');
  await desk.origins.add('https://together.acme.example');
  await expect(page.getByText('Draft saved')).toBeVisible();

  await desk.goTo('Drafts');
  await expect(desk.drafts.rows).toHaveCount(2);
  await expect(desk.drafts.rows.filter({ hasText: 'changed' })).toHaveCount(2);
  await page.keyboard.press('/');
  await page.keyboard.type('confluence');
  await expect(desk.drafts.rows).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(desk.drafts.rows).toHaveCount(2);

  await test.step('all are one review', async () => {
    await desk.heading('Drafts').first().focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.review.applyButton).toHaveText(/Apply 2 changes/);
    await desk.review.cancel();
  });

  await test.step('one is selected with the keyboard, reviewed alone, and opened', async () => {
    await desk.drafts.rows.first().focus();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(desk.drafts.reviewButton(tenant)).toHaveText(/Review 2 selected/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await expect(desk.drafts.rows.first()).toHaveAttribute('aria-selected', 'true');
    await expect(desk.drafts.reviewButton(tenant)).toHaveText(/Review 1 selected/);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.review.applyButton).toHaveText(/Apply/);
    await expect(desk.review.dialog).toContainText('together.acme.example');
    await expect(desk.review.dialog).not.toContainText('For the whole house.');
    await desk.review.cancel();
    await desk.drafts.rows.first().focus();
    await page.keyboard.press('Enter');
    await expect(desk.heading('Origins')).toBeVisible();
    await desk.goTo('Drafts');
  });

  await test.step('all are discarded, and all are restored', async () => {
    await desk.drafts.discardAll(tenant);
    await expect(page.getByText('No drafts')).toBeVisible();
    await desk.toast('Discarded 2 drafts').getByRole('button', { name: 'Undo' }).click();
    await expect(desk.drafts.rows).toHaveCount(2);
  });

  await test.step('drafts that are applied together are removed from the list', async () => {
    await desk.drafts.reviewAll(tenant);
    await desk.review.apply();
    await expect(page.getByText('No drafts')).toBeVisible();
    await expect(desk.drafts.applied).toHaveCount(2);
    await expect(desk.drafts.applied.filter({ hasText: 'Confluence Server' })).toContainText(
      'applied to Sandbox Staging',
    );
  });
});
