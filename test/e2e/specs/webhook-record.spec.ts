import { expect, test } from '../desk-test.ts';

test.setTimeout(240_000);

test("the record of a webhook shows its filter and provider, and the tenant's variables", async ({
  desk,
  own,
  page,
}) => {
  await desk.signInTo(own, { baseUrl: own.baseUrl });
  await desk.goTo('Webhooks');
  await desk.webhooks.list.getByRole('option').first().click();
  await desk.webhooks.openTab('Record');
  const rule = page.getByRole('table', { name: /^Rule of / });
  await expect(rule.getByRole('row', { name: /filter_type .*EventTypeFilter/ })).toBeVisible();
  await expect(rule.getByRole('row', { name: 'action_provider null' })).toBeVisible();
  await page.getByText('Variables', { exact: true }).click();
  const models = page.getByRole('table', { name: 'Variable models' });
  await expect(models.getByRole('row', { name: /^event .*System true false/ })).toBeVisible();
  await expect(models.getByRole('row', { name: /^organization .*User-defined/ })).toContainText(
    'site STRING',
  );
});
