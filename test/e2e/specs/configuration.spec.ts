import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(150_000);

test('the configuration is shown with descriptions, and its editable members are changed through a plan', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Configuration');
  const changed = desk.main.getByText('changed', { exact: true });
  const attribute = (name: string) => desk.main.getByRole('textbox', { name, exact: true });

  await test.step('shows every member of the configuration, including read-only ones', async () => {
    await expect(desk.main.getByText('Tenant name')).toBeVisible();
    await expect(desk.main.getByRole('img', { name: 'Preview' })).toBeVisible();
    await expect(desk.main.getByText('"ServiceName": "CDS"')).toBeVisible();
    await expectAccessible(page, 'configuration');
  });

  await test.step('a change is a draft, by keyboard alone', async () => {
    await desk.main.getByRole('switch', { name: 'Remember passwords' }).press('Space');
    await expect(changed).toHaveCount(1);
    await desk.main.getByRole('button', { name: 'Add attribute' }).press('Enter');
    await expect(attribute('Name 3')).toBeFocused();
    await page.keyboard.type('mobile');
    await expect(desk.main.getByText('Duplicate name “mobile”').first()).toBeVisible();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('pager');
    await page.keyboard.press('Tab');
    await page.keyboard.type('pager__c');
    await expect(attribute('Attribute of pager')).toHaveValue('pager__c');
    // Leaving the view saves it.
    await desk.goTo('Drafts');
    await expect(desk.main.getByRole('link', { name: 'Tenant configuration', exact: true })).toBeVisible();
    await desk.goTo('Configuration');
    await expect(attribute('Attribute of pager')).toHaveValue('pager__c');
    await page.reload();
    await expect(attribute('Attribute of pager')).toHaveValue('pager__c');
  });

  await test.step('it is reviewed, applied and undone', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.review.dialog.getByRole('columnheader', { name: 'MFA attributes' })).toBeVisible();
    await expect(desk.review.dialog.getByText('pager__c')).toBeVisible();
    await desk.review.apply();
    await expect(changed).toHaveCount(0);
    await expect(desk.main.getByRole('switch', { name: 'Remember passwords' })).toBeChecked();
    await attribute('Attribute of pager').fill('');
    await desk.main.getByRole('button', { name: 'Remove pager' }).press('Enter');
    await expect(desk.main.getByRole('button', { name: 'Remove homephone' })).toBeFocused();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(attribute('Attribute of pager')).toHaveValue('pager__c');
  });
});
