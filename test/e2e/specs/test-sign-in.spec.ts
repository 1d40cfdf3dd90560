import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import type { DeskPage } from '../pages/desk-page.ts';
import { TestSignInPage } from '../pages/test-sign-in-page.ts';

test.setTimeout(240_000);

/** Opens an application of Tenant Desk's own sandbox. */
async function openApplication(desk: DeskPage, name: string): Promise<TestSignInPage> {
  await desk.goTo('Tenants');
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Applications');
  await desk.applications.search(name);
  await desk.applications.select(name);
  return new TestSignInPage(desk.page);
}

test('the claims of a test user are received, verified and linked to the script, or the rejection is explained', async ({
  desk,
  page,
}) => {
  const tests = await openApplication(desk, 'Looker');
  await tests.open();
  await expect(tests.start).toBeEnabled();
  await expectAccessible(page, 'Test sign-in, none yet');

  await test.step('the tab waits for the browser, where the sign-in can be canceled', async () => {
    await tests.start.press('Enter');
    await expect(tests.verdict).toHaveText('Waiting for the browser');
    await expectAccessible(page, 'Test sign-in, waiting');
    expect(await tests.finishInBrowser('Cancel')).toBe('Tenant Desk received the response');
    await expect(tests.verdict).toHaveText('The tenant denied access');
    await expect(tests.response).toContainText('access_denied');
    await expectAccessible(page, 'Test sign-in, refused');
  });

  await test.step('and in the tab', async () => {
    await page.keyboard.press('ControlOrMeta+r');
    await tests.waiting.getByRole('button', { name: 'Cancel' }).click();
    await expect(tests.verdict).toHaveText('Canceled');
  });

  await test.step('a user signs in', async () => {
    await page.keyboard.press('ControlOrMeta+r');
    expect(await tests.finishInBrowser()).toBe('Tenant Desk received the response');
    await expect(tests.verdict).toHaveText(/^All \d checks passed$/);
    await expect(tests.checks).toContainText('Signature valid');
    await expect(tests.row('preferred_username')).toContainText('Tenant');
    await expectAccessible(page, 'Test sign-in, received');
  });

  await test.step('the origin of a claim is one step away, and going back shows the test again', async () => {
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

test('an assertion goes to Tenant Desk instead of the application, signed and verified', async ({
  desk,
  page,
}) => {
  const tests = await openApplication(desk, 'Amplitude');
  await tests.open();
  await tests.start.press('Enter');
  expect(await tests.finishInBrowser()).toBe('Tenant Desk received the response');
  await expect(tests.checks).toContainText('Signature valid');
  await expect(tests.checks).toContainText('InResponseTo matches');
  await expect(tests.row('NameID').getByRole('button', { name: /^Line \d+$/ })).toBeVisible();
  await expect(tests.row('In response to')).toContainText('Tenant');
  await expectAccessible(page, 'Test sign-in, assertion');
  await page.setViewportSize({ width: 640, height: 400 });
  await expect(tests.start).toBeInViewport();
});

/** Presses Tab until it has the focus, like a user without a mouse. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const focused = target.and(page.locator(':focus'));
  for (let presses = 0; presses < 80; presses += 1) {
    if ((await focused.count()) === 1) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target.toString()} cannot be reached with Tab.`);
}

test('a sign-in from the tenant is tested, compared with the draft and reported by keyboard alone', async ({
  desk,
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await desk.tenants.signIn('Sandbox Staging');
  await expect(desk.applications.list.getByRole('option').first()).toBeVisible();
  const { keyboard } = page;
  const tests = new TestSignInPage(page);

  await test.step('opened', async () => {
    await keyboard.press('/');
    await keyboard.type('Amplitude');
    await keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Application', exact: true })).toContainText('Amplitude');
    await tabTo(page, page.getByRole('tab', { name: 'Settings' }));
    while (!(await page.getByRole('tab', { name: 'Test sign-in', selected: true }).isVisible()))
      await keyboard.press('ArrowRight');
    await expect(tests.start).toBeEnabled();
  });

  await test.step('a user, the start and the relay state are selected, and it is run', async () => {
    await tabTo(page, tests.user);
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('Zo');
    await keyboard.press('Enter');
    await expect(tests.user).toHaveValue(/^Zo/);
    await tabTo(page, tests.startFrom);
    await keyboard.press('Enter');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(tests.startFrom).toContainText('IdP-initiated');
    await tabTo(page, tests.relayState);
    await keyboard.type('https://amplitude.acme.example/dashboards/7');
    await keyboard.press('ControlOrMeta+r');
    expect(await tests.finishInBrowser()).toBe('Tenant Desk received the response');
    await expect(tests.verdict).toHaveText('All 10 checks passed');
    await expect(tests.checks).toContainText('InResponseTo absent');
    await expect(tests.row('Relay state')).toContainText('dashboards/7');
    await expect(tests.row('In response to')).toHaveCount(0);
  });

  await test.step('the script is changed, and the resulting changes are shown beside the received values', async () => {
    await tabTo(page, tests.received.getByRole('button', { name: /^Line \d+$/ }).first());
    await keyboard.press('Enter');
    await tabTo(page, desk.applications.scriptEditor('Amplitude'));
    await keyboard.press('ControlOrMeta+End');
    await keyboard.insertText("\nsetAttribute('CostCenter', '4711');");
    await expect(page.getByText('Draft saved')).toBeVisible();
    await page.goBack();
    await expect(tests.checks).toContainText('1 value differs with your draft.');
    await tabTo(page, tests.checks.getByRole('button', { name: 'Compare' }));
    await keyboard.press('Enter');
    await expect(tests.compared('CostCenter')).toContainText('4711');
    await expectAccessible(page, 'Test sign-in, beside the draft');
    await expect(tests.comparison.getByRole('row')).toHaveCount(2);
  });

  await test.step('the report is copied', async () => {
    await tabTo(page, tests.report);
    await keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Copy report' })).toBeFocused();
    await keyboard.press('Enter');
    await desk.toast('Report copied as Markdown.').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain('# Test sign-in to Amplitude');
    expect(copied).toContain('| CostCenter | Added | not sent | 4711 |');
    expect(copied).not.toContain('<saml');
  });

  await test.step('and saved', async () => {
    await tabTo(page, tests.report);
    const download = page.waitForEvent('download');
    await keyboard.press('Enter');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    expect((await download).suggestedFilename()).toBe('Amplitude test sign-in.md');
  });
});
