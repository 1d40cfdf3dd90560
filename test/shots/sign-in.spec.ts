import { replaceText } from '../e2e/pages/code-editor.ts';
import { SignOnPage } from '../e2e/pages/sign-on-page.ts';
import { TestSignInPage } from '../e2e/pages/test-sign-in-page.ts';
import { expect, test } from '../e2e/desk-test.ts';
import { Camera } from './camera.ts';

test.setTimeout(600_000);
test.use({ actionTimeout: 15_000, trace: 'off' });

test('captures sign-in: settings, test sign-ins, the catalog and the user portal', async ({ desk, page }) => {
  const camera = new Camera(page, 'sign-in-');
  const tests = new TestSignInPage(page);
  const signOn = new SignOnPage(page);
  const openApplication = async (name: string): Promise<void> => {
    await desk.goTo('Applications');
    await desk.applications.search(name);
    await desk.applications.select(name);
  };
  const typeScript = async (name: string, script: string): Promise<void> => {
    await desk.applications.openTab('Script');
    await replaceText(page, desk.applications.scriptEditor(name), script);
    await expect(page.getByText('Draft saved')).toBeVisible();
  };
  const testAgain = async (): Promise<void> => {
    await tests.start.click();
    await tests.finishInBrowser();
  };

  await desk.tenants.signIn('Sandbox Staging');

  await test.step('settings of both protocols', async () => {
    await openApplication('Amplitude');
    await signOn.open();
    await camera.shoot('sign-on-saml');
    await openApplication('Looker');
    await signOn.open();
    await camera.shoot('sign-on-openid');
  });

  await test.step('claims', async () => {
    await tests.open();
    await expect(tests.start).toBeEnabled();
    await camera.shoot('test-none');
    await tests.start.click();
    await expect(tests.waiting).toBeVisible();
    await camera.shoot('test-waiting');
    await tests.finishInBrowser();
    await expect(tests.verdict).toHaveText(/^All \d checks passed$/);
    await camera.shoot('test-openid');
    await typeScript(
      'Looker',
      "setClaim('department', 'ops');\nsetClaim('email', 'looker@acme.example');\nsetClaim('cost_center', '4711');\n",
    );
    await tests.open();
    await expect(tests.checks).toContainText('with your draft');
    await tests.view('With your draft').click();
    await camera.shoot('test-openid-draft');
    await tests.start.click();
    await tests.finishInBrowser('Cancel');
    await expect(tests.verdict).toHaveText('The tenant denied access');
    await camera.shoot('test-refused');
  });

  await test.step('an assertion', async () => {
    await openApplication('Amplitude');
    await tests.open();
    await testAgain();
    await expect(tests.verdict).toHaveText(/^All \d checks passed$/);
    await camera.shoot('test-saml');
    await tests.chooseStart('IdP-initiated');
    await tests.relayState.fill('https://amplitude.acme.example/dashboards/7');
    await testAgain();
    await expect(tests.checks).toContainText('InResponseTo absent');
    await camera.shoot('test-saml-at-tenant');
    await camera.shoot('test-report', () => tests.report.click());
    await typeScript(
      'Amplitude',
      "setAudience('https://amplitude.acme.example/v2');\nsetRecipient('https://elsewhere.example/acs');\nsetSubjectName(LoginUser.Shortname);\nsetAttribute('Department', LoginUser.Get('department'));\nsetAttributeArray('Groups', LoginUser.RoleNames);\n",
    );
    await tests.open();
    await expect(tests.checks).toContainText('with your draft');
    await tests.view('With your draft').click();
    await camera.shoot('test-saml-draft');
  });

  await test.step('one that fails', async () => {
    await desk.applications.openTab('Script');
    await desk.applications.reviewChange();
    await desk.review.apply();
    await tests.open();
    await testAgain();
    await expect(tests.verdict).toHaveText(/ checks failed$/);
    await camera.shoot('test-failing');
    await typeScript('Amplitude', 'setSubjectName(LoginUser.Nickname.toLowerCase());\n');
    await tests.open();
    await expect(tests.checks).toContainText('Your draft stops');
    await tests.view('With your draft').click();
    await camera.shoot('test-draft-stops');
  });

  await test.step('a test run with attributes of the settings', async () => {
    await signOn.open();
    await signOn.addAttribute('mail', 'LoginUser.Email');
    await desk.applications.reviewChange();
    await desk.review.apply();
    await typeScript(
      'Amplitude',
      "setAudience('https://amplitude.acme.example');\nsetAttribute('locale', 'en');\n",
    );
    await desk.scriptTestRun.addExample();
    await expect(desk.scriptTestRun.row('mail')).toBeVisible();
    await camera.shoot('script-test-run', () => desk.scriptTestRun.row('mail').scrollIntoViewIfNeeded());
  });

  await test.step('what can be added, and what a user sees', async () => {
    await desk.goTo('Applications');
    await desk.catalog.open();
    await expect(desk.main.locator('img').nth(20)).toBeVisible();
    await camera.shoot('catalog');
    await page.keyboard.press('Escape');
    await desk.goTo('Roles');
    await page.getByRole('radio', { name: 'User', exact: true }).click();
    await camera.shoot('user-portal-empty');
    await page.getByRole('textbox', { name: 'User name' }).fill('nobody@acme.example');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/User nobody.* not found/)).toBeVisible();
    await camera.shoot('user-portal-unknown');
    await page.getByRole('textbox', { name: 'User name' }).fill('admin@acme.example');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('list', { name: 'Applications of the user' }).getByRole('link').first(),
    ).toBeVisible();
    await camera.shoot('user-portal');
  });
});
