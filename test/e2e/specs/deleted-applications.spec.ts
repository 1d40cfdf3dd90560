import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

test.setTimeout(240_000);

const script = "setAttribute('department', LoginUser.Get('department'));";

test('deleted applications are found and restored completely under new IDs, in one review', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.applications.search('type:saml');
  const first = await desk.applications.selectFirst();
  const name = (await desk.applications.title.textContent())?.trim() ?? first;

  await test.step('the empty state describes what it is for', async () => {
    await desk.deleted.open();
    await expect(desk.deleted.dialog).toContainText('No deleted items');
    await page.keyboard.press('Escape');
    await expect(desk.deleted.dialog).toBeHidden();
  });

  await test.step('one with a custom script is deleted', async () => {
    await desk.applications.openTab('Script');
    await desk.applications.replaceScript(name, script);
    await desk.applications.reviewChange();
    await desk.review.apply();
    await desk.applications.remove();
    await desk.review.apply();
  });

  await test.step('its neighbor is selected, and deleted the same way', async () => {
    await expect(desk.applications.open).toHaveCount(1);
    await expect(desk.applications.title).not.toHaveText(/^(Application|)$/);
    await expect(desk.applications.title).not.toHaveText(name);
    await desk.applications.remove();
    await desk.review.apply();
    await expect(page).not.toHaveURL(/deleted/);
  });

  await test.step('both are found in the palette, selected by keyboard, and reviewed together', async () => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('restore');
    await page.keyboard.press('Enter');
    await expect(desk.deleted.rows).toHaveCount(2);
    await expect(desk.deleted.search).toBeFocused();
    await expect(desk.deleted.restore).toBeDisabled();
    await expectAccessible(page, 'what was deleted');
    await page.keyboard.type(name);
    await expect(desk.deleted.rows).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await desk.deleted.search.fill('');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ControlOrMeta+a');
    await expect(desk.deleted.restore).toHaveText(/Restore 2 applications…/);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.review.dialog).toContainText(name);
  });

  await test.step('canceling the review preserves the selection', async () => {
    await expect(desk.review.applyButton).toBeEnabled();
    await page.keyboard.press('Escape');
    await expect(desk.deleted.restore).toHaveText(/Restore 2 applications…/);
    await page.keyboard.press('ControlOrMeta+Enter');
  });

  await desk.review.applyButton.click();
  await expect(page.getByRole('dialog', { name: 'Applied and verified' })).toBeVisible();
  await desk.review.item(new RegExp(name)).click();
  await expect(desk.review.dialog.getByRole('region', { name: 'References to fix' })).toBeVisible();
  await desk.review.dialog.getByRole('button', { name: 'Done' }).click();

  await desk.applications.search(name);
  await desk.applications.select(name);
  await desk.applications.openTab('Script');
  await expect(desk.applications.scriptEditor(name)).toContainText(script);
  // A script covers the list, where the button is.
  await desk.applications.openTab('Settings');
  await desk.deleted.open();
  await expect(desk.deleted.dialog).toContainText('No deleted items');
});
