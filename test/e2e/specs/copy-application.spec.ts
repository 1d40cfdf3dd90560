import { expect, test } from '../desk-test.ts';

test.setTimeout(240_000);

test("a duplicate is named and reviewed, has the settings of the original, and doesn't affect another unfinished draft", async ({
  desk,
  own,
  page,
}) => {
  await desk.signInTo(own, { baseUrl: own.baseUrl });
  await desk.applications.list
    .getByRole('option', { name: /Web - SAML/ })
    .first()
    .click();
  await desk.signOn.open();
  const audience = await desk.signOn.field('Audience').inputValue();
  const acs = await desk.signOn.field('Assertion consumer service URL').inputValue();
  const firstUrl = page.url();
  const notes = desk.applications.copyDialog.getByRole('listitem');

  await test.step('Escape returns the focus', async () => {
    await desk.applications.openCopy('Duplicate…');
    await expect(notes.filter({ hasText: 'isn’t assigned to any role yet' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(desk.applications.copyDialog).toHaveCount(0);
    await expect(desk.applications.moreActions).toBeFocused();
  });

  await test.step('a first copy stays a draft', async () => {
    await desk.applications.openCopy('Duplicate…');
    await expect(notes.first()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(desk.catalog.name).toHaveValue(/ copy$/);
    await desk.catalog.name.fill('Unfinished');
    await expect(desk.catalog.dialog.getByText('Draft saved')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(desk.catalog.dialog).toHaveCount(0);
  });

  await page.goto(firstUrl);
  await desk.applications.openCopy('Duplicate…');
  await expect(notes.first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(desk.catalog.name).toHaveValue(/ copy$/);
  await desk.catalog.name.fill('Second of its kind');
  await desk.catalog.reviewChange();
  await expect(desk.review.dialog).toContainText('Second of its kind');
  await desk.review.apply();

  await expect(page.getByRole('heading', { name: 'Second of its kind' })).toBeVisible();
  await expect(desk.signOn.tab).toHaveAttribute('aria-selected', 'true');
  await expect(desk.signOn.field('Audience')).toHaveValue(audience);
  await expect(desk.signOn.field('Assertion consumer service URL')).toHaveValue(acs);
  expect(page.url()).not.toBe(firstUrl);

  await test.step('the unfinished draft is unchanged', async () => {
    await page.getByRole('link', { name: /^Drafts/ }).click();
    await page.getByRole('link', { name: 'Unfinished', exact: true }).click();
    await expect(desk.catalog.name).toHaveValue('Unfinished');
  });
});
