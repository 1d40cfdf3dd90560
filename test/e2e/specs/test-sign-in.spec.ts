import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import type { DeskPage } from '../pages/desk-page.ts';
import { TestSignInPage } from '../pages/test-sign-in-page.ts';

test.setTimeout(240_000);

/** Opens an application of the desk's own sandbox. */
async function openApplication(desk: DeskPage, name: string): Promise<TestSignInPage> {
  await desk.goTo('Tenants');
  await (await desk.tenants.signIn('Sandbox Staging')).close();
  await desk.goTo('Applications');
  await desk.applications.search(name);
  await desk.applications.select(name);
  return new TestSignInPage(desk.page);
}

test('the claims of a test user are received, checked and led back to the script, or the refusal is said in words', async ({
  desk,
  page,
}) => {
  const tests = await openApplication(desk, 'Looker');
  await tests.open();
  await expect(tests.start).toBeEnabled();
  await expectAccessible(page, 'Test sign-in, none yet');

  await test.step('the browser is waited for, and can be given up there', async () => {
    await tests.start.press('Enter');
    await expect(tests.verdict).toHaveText('Waiting for the browser');
    await expectAccessible(page, 'Test sign-in, waiting');
    expect(await tests.finishInBrowser('Cancel')).toBe('Tenant Desk has the answer');
    await expect(tests.verdict).toHaveText('The tenant denied access');
    await expect(tests.answer).toContainText('access_denied');
    await expectAccessible(page, 'Test sign-in, refused');
  });

  await test.step('and here', async () => {
    await page.keyboard.press('ControlOrMeta+r');
    await tests.waiting.getByRole('button', { name: 'Cancel' }).click();
    await expect(tests.verdict).toHaveText('Canceled');
  });

  await test.step('somebody signs in', async () => {
    await page.keyboard.press('ControlOrMeta+r');
    expect(await tests.finishInBrowser()).toBe('Tenant Desk has the answer');
    await expect(tests.verdict).toHaveText(/^All \d checks passed$/);
    await expect(tests.checks).toContainText('Signature valid');
    await expect(tests.row('preferred_username')).toContainText('Tenant');
    await expectAccessible(page, 'Test sign-in, received');
  });

  await test.step('what set a claim is a step away, and the test is there again behind it', async () => {
    await tests.received
      .getByRole('button', { name: /^Line \d+$/ })
      .first()
      .press('Enter');
    await expect(page.getByRole('tab', { name: 'Script' })).toHaveAttribute('aria-selected', 'true');
    await page.goBack();
    await expect(tests.verdict).toHaveText(/^All \d checks passed$/);
    await tests.received.getByRole('radio', { name: 'ID token' }).click();
    await expect(tests.received).toContainText('"nonce"');
  });
});

test('an assertion goes to Tenant Desk in the place of the application, signed and checked', async ({
  desk,
  page,
}) => {
  const tests = await openApplication(desk, 'Amplitude');
  await tests.open();
  await tests.start.press('Enter');
  expect(await tests.finishInBrowser()).toBe('Tenant Desk has the answer');
  await expect(tests.checks).toContainText('Signature valid');
  await expect(tests.checks).toContainText('Answers this request');
  await expect(tests.row('NameID').getByRole('button', { name: /^Line \d+$/ })).toBeVisible();
  await expect(tests.row('In response to')).toContainText('Tenant');
  await expectAccessible(page, 'Test sign-in, assertion');
  await page.setViewportSize({ width: 640, height: 400 });
  await expect(tests.start).toBeInViewport();
});
