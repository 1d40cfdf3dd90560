import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import type { OwnTenant } from '../own-tenant.ts';
import type { DeskPage } from '../pages/desk-page.ts';

test.setTimeout(240_000);

/** Opens a script and returns the name of its application. */
async function openScript(
  desk: DeskPage,
  own: OwnTenant,
  environment: 'Staging' | 'Production',
): Promise<string> {
  await desk.tenants.add({
    name: 'Acme',
    environment,
    baseUrl: own.baseUrl,
    issuer: own.issuer,
    clientId: own.clientId,
  });
  await desk.tenants.signIn('Acme', own.password);
  await desk.applications
    .option(/Web - SAML/)
    .first()
    .click();
  await desk.applications.openTab('Script');
  return (await desk.applications.title.textContent())?.trim() ?? '';
}

const working = `setIssuer(Issuer);
setSubjectName(LoginUser.Username);
setAttribute('Department', LoginUser.Get('department') || 'none');
`;

test('test users are selected and edited by keyboard, and the table follows', async ({ desk, own, page }) => {
  const testRun = desk.scriptTestRun;
  const application = await openScript(desk, own, 'Staging');
  await testRun.addExample();
  await expect(testRun.user(/Zoë/)).toBeFocused();
  await testRun.addUser();
  await expect(testRun.user(/User 1/)).toBeChecked();
  // A new user is named next.
  await expect(testRun.property('Display name')).toBeFocused();
  await desk.applications.replaceScript(application, working);
  await expect(testRun.row('Department')).toContainText('none');
  // No completions open after a finished statement.
  await expect(testRun.completions).toHaveCount(0);

  await test.step('arrows select a user, and the table follows', async () => {
    await testRun.user(/User 1/).focus();
    await page.keyboard.press('ArrowUp');
    await expect(testRun.user(/Zoë/)).toBeChecked();
    await expect(testRun.row('Department')).toContainText('Human Resources');
  });

  await test.step('Escape restores a property, Enter saves it and the table follows', async () => {
    const department = testRun.property('department');
    await department.fill('Legal');
    await department.press('Escape');
    await expect(department).toHaveValue('Human Resources');
    await department.fill('Finance');
    await department.press('Enter');
    await expect(department).toBeFocused();
    await expect(testRun.row('Department')).toContainText('Finance');
  });
});

test('on a production tenant a script with a syntax error is applied only after it was acknowledged, and undone', async ({
  desk,
  own,
  page,
}) => {
  const { review, scriptTestRun: testRun } = desk;
  const application = await openScript(desk, own, 'Production');
  await testRun.addExample();
  await desk.applications.replaceScript(application, `${working}setAttribute('x' LoginUser.FirstName);`);
  await expect(testRun.problems.first()).toContainText('Line 4');
  await page.keyboard.press('ControlOrMeta+Enter');

  const accept = review.acceptance(`Apply even though the script of ${application} has a syntax error`);
  await expect(accept).toBeFocused();
  await expect(review.dialog).toContainText(`No one could sign in to ${application}.`);
  await expect(review.finding('Changes by user')).toContainText('fails at line 4');
  const status = review.dialog.getByRole('status').filter({ hasText: '1 change' });
  await expect(status).toContainText('To accept: Apply even though');
  await expectAccessible(page, 'review of a script that stops');

  await test.step("the name alone isn't enough", async () => {
    await page.keyboard.press('Tab');
    await expect(review.nameOfTenant).toBeFocused();
    await page.keyboard.type('Acme');
    await expect(review.applyButton).toBeDisabled();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(review.dialog).toContainText('Review 1 change');
  });

  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await expect(accept).toBeChecked();
  await expect(status).toContainText('Ready to apply.');
  await page.setViewportSize({ width: 640, height: 400 });
  await expect(accept).toBeInViewport();
  await expect(review.applyButton).toBeInViewport();
  await review.apply();
  await page.setViewportSize({ width: 1280, height: 800 });

  await desk.goTo('History');
  await desk.history.undo();
  // The restored script works: nothing has to be acknowledged.
  await expect(review.finding('Changes by user')).toBeVisible();
  await expect(review.dialog.getByRole('checkbox')).toHaveCount(0);
  await review.confirmAndApply('Acme');
});
