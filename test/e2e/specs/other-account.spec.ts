import { expect, test } from '../desk-test.ts';

test('a sign-in with another account than the last one is used only after a Yes', async ({ desk, page }) => {
  const card = desk.tenants.card('Sandbox Staging');
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Tenants');
  await card.getByRole('button', { name: 'Sign out' }).click();

  const signInAsAnother = async () => {
    const browser = await page.context().newPage();
    await browser.goto(await desk.tenants.startSignIn('Sandbox Staging'));
    await browser.getByText('Choose a test user').click();
    await browser.getByRole('link', { name: /@/ }).last().click();
    await browser.getByRole('button', { name: 'Sign in' }).click();
    await expect(browser.getByRole('heading')).toHaveText('Confirm the account in Tenant Desk');
    await browser.close();
  };

  const question = page.getByRole('dialog', { name: 'Use another account for Sandbox Staging?' });
  await test.step('Cancel discards it', async () => {
    await signInAsAnother();
    await expect(question).toContainText('The account used last is Sandbox Administrator');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    await expect(card).toContainText('Signed out');
  });

  await test.step('Yes uses it, and it is the last one from now on', async () => {
    await signInAsAnother();
    await question.getByRole('button', { name: 'Use this account' }).click();
    await expect(question).toBeHidden();
    await expect(page.getByRole('contentinfo')).not.toContainText('Sandbox Administrator');
    await expect(page.getByRole('contentinfo')).toContainText('Connected');
  });
});
