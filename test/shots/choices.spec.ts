import { startFakeProvider } from '../fakes/identity-provider.ts';
import { expect, test } from '../e2e/desk-test.ts';
import { Camera } from './camera.ts';

test.setTimeout(300_000);
test.use({ actionTimeout: 15_000, trace: 'off' });

test('captures options beyond the documented behavior', async ({ desk, page }) => {
  const camera = new Camera(page, 'choices-');

  await test.step('a provider with manually entered endpoints', async () => {
    await using provider = await startFakeProvider();
    provider.misbehavior.metadata = { revocation_endpoint: 'https://tokens.acme.example/revoke' };
    await page.getByRole('link', { name: 'Add tenant' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add tenant' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Acme Production');
    await form.getByRole('textbox', { name: 'Base URL' }).fill(provider.origin);
    await form.getByRole('switch', { name: 'Discovery' }).click();
    await form.getByRole('button', { name: 'Fill in from discovery' }).click();
    await expect(form.getByText('Found')).toBeVisible();
    await camera.shoot('tenant-editor-discovery-off');
    await page.keyboard.press('Escape');
  });

  await test.step('a role that is added in a separate request', async () => {
    await desk.tenants.signIn('Sandbox Staging');
    await desk.goTo('Roles');
    await desk.roles.openMatrix();
    const cells = desk.roles.cells(/, Finance, not assigned$/);
    await cells.nth(1).click();
    await cells.nth(1).click();
    await desk.roles.reviewButton.click();
    const choice = desk.review.dialog.getByRole('radiogroup', { name: 'Send with' });
    await expect(choice).toBeVisible();
    await camera.shoot('review-send-with');
    await choice.getByRole('radio', { name: /^PublishApplication/ }).click();
    await expect(desk.review.dialog.getByText(/A tenant may reject it; then/)).toBeVisible();
    await camera.shoot('review-send-alone');
  });
});
