import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import { ComparisonPage } from '../pages/comparison-page.ts';

test.setTimeout(120_000);

test('compares two tenants and applies the selected differences: webhooks in a workbook, all others as changes', async ({
  desk,
  page,
}) => {
  const comparison = new ComparisonPage(page);
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Tenants');
  await desk.tenants.signIn('Sandbox Production');

  await test.step('what changed in one of them is listed by name', async () => {
    await desk.goTo('Webhooks');
    await desk.webhooks.list.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Disable…' }).click();
    await desk.review.apply();
    await desk.goTo('Migration');
    await comparison.compareWith('Sandbox Staging');
    await expect(comparison.row(/Webhook.*state/)).toHaveCount(1);
    await expect(comparison.row(/Webhook.*Different/)).toHaveCount(1);
    await expect(page.getByRole('button', { name: /\d+ identical/ })).toBeVisible();
  });

  await test.step('a difference is shown beside the list, and the direction can be swapped', async () => {
    await comparison.narrow('Webhook');
    await comparison.row(/Webhook/).click();
    await expect(comparison.detail.getByRole('columnheader', { name: 'Sandbox Production' })).toBeVisible();
    await expect(comparison.detail.getByRole('row', { name: /State/ })).toContainText('Disabled');
    await expectAccessible(page, 'the comparison');
    await page.getByRole('button', { name: 'Swap direction' }).click();
    await expect(comparison.detail.getByRole('columnheader').last()).toHaveText('Sandbox Production');
    await page.getByRole('button', { name: 'Swap direction' }).click();
  });

  await test.step('a webhook selected by keyboard goes into its own workbook', async () => {
    await comparison.list.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await comparison.bar.getByRole('button', { name: 'Add 1 webhook to workbook' }).click();
    await expect(desk.migration.rules).toHaveCount(1);
    await expect(page.getByText(/1 of \d+ rules? selected/)).toBeVisible();
    await page.getByRole('button', { name: 'Select all' }).click();
    await expect(desk.migration.rules).not.toHaveCount(1);
  });

  await test.step('an item that only one tenant has goes to the other as a change set, which is reviewed', async () => {
    await page.getByRole('radio', { name: 'Compare tenants' }).click();
    await expect(comparison.row(/Webhook/)).toBeVisible();
    await comparison.narrow(/^Webhook/);
    await comparison.narrow(/^Only in Sandbox Staging/);
    await comparison.list.focus();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    await comparison.bar.getByRole('button', { name: '1 change for Sandbox Production…' }).click();
    const retarget = page.getByRole('dialog', { name: 'Apply to Sandbox Production' });
    await expect(retarget).toContainText('Matched');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.review.dialog).toContainText('Assigned');
    await desk.review.apply();
  });

  await test.step('after a refresh there is no difference', async () => {
    const chip = page.getByRole('group', { name: 'Filter differences' }).getByRole('button');
    const before = await chip.filter({ hasText: 'Only in Sandbox Staging' }).textContent();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(chip.filter({ hasText: 'Only in Sandbox Staging' })).not.toHaveText(before ?? '');
  });
});
