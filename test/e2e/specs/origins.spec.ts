import { expect, test } from '../desk-test.ts';

test.setTimeout(180_000);

test('trusted origins are pasted, checked, and confirmed or reverted', async ({ desk, page }) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Origins');
  const { origins } = desk;

  await test.step('many at once, each explained before it is added, and invalid ones stay in the field', async () => {
    await origins.field.fill('https://one.acme.example/login\nnull, *.acme.example\nhttp://192.0.2.9:8080');
    await expect(origins.preview).toHaveCount(4);
    await expect(origins.preview.nth(0)).toContainText('enter each host without “*”');
    await expect(origins.preview.filter({ hasText: 'null' })).toContainText('every website');
    await expect(origins.preview.filter({ hasText: '192.0.2.9' })).toContainText('Only port 8080');
    await page.getByRole('button', { name: 'Add 3', exact: true }).click();
    await expect(origins.field).toHaveValue('*.acme.example');
    await expect(origins.rows.filter({ hasText: 'to be added' })).toHaveCount(3);
    await origins.field.fill('one.acme.example');
    await expect(page.getByText('one.acme.example is already in the list')).toBeVisible();
    await origins.field.fill('');
    await page.getByRole('button', { name: 'Remove null' }).click();
    await expect(origins.rows.filter({ hasText: 'to be added' })).toHaveCount(2);
  });

  await test.step('a preflight is sent, and its response shown unchanged', async () => {
    await page.getByRole('button', { name: 'Check one.acme.example' }).click();
    await expect(origins.check.getByText('Origin not allowed')).toBeVisible();
    await expect(origins.check.getByText('AllowCors')).toBeVisible();
    const request = await origins.check.getByText(/^OPTIONS/).textContent();
    const ownHost = new URL(/http\S+/.exec(request ?? '')?.[0] ?? '').host;
    await page.keyboard.press('Escape');
    await origins.add(ownHost);
    await expect(origins.rows.filter({ hasText: 'this tenant' })).toContainText('the user’s own computer');
    await page.getByRole('button', { name: 'Check origin' }).click();
    await origins.check.getByRole('textbox').fill('portal.acme.example');
    await page.keyboard.press('Enter');
    await expect(origins.check.getByText('Origin allowed', { exact: true })).toBeVisible();
    await expect(
      origins.check.getByText('access-control-allow-origin: https://portal.acme.example'),
    ).toBeVisible();
    await origins.check.getByRole('textbox').fill('mailto:ada@acme.example');
    await page.keyboard.press('Enter');
    await expect(origins.check.getByText('Remove the username')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(origins.check).toHaveCount(0);
  });

  await test.step('confirmed by the user, from any view', async () => {
    await origins.reviewChange();
    await expect(
      desk.review.dialog.getByText(/After 60 s unless you keep it|Reverts after 60 s/),
    ).toBeVisible();
    await expect(desk.review.dialog.getByText('An IP address')).toBeVisible();
    await desk.review.apply();
    await expect(origins.keepStrip).toContainText('Reverts in');
    await desk.goTo('Roles');
    await origins.keepStrip.getByRole('button', { name: 'Keep change' }).click();
    await expect(origins.keepStrip).toHaveCount(0);
    await desk.goTo('Origins');
    await page.getByRole('button', { name: 'Check one.acme.example' }).click();
    await expect(origins.check.getByText('Origin allowed', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('removed after a confirmation if it is the tenant’s own host, and reverted', async () => {
    const own = origins.rows.filter({ hasText: 'this tenant' });
    await own.getByRole('button', { name: /^Remove/ }).click();
    await expect(page.getByRole('dialog', { name: 'Remove the tenant’s own host?' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(origins.rows.filter({ hasText: 'to be removed' })).toHaveCount(0);
    await own.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('button', { name: 'Remove origin' }).click();
    await expect(own).toContainText('to be removed');
    for (const host of ['one.acme.example', 'intranet.acme.example', '192.0.2.9:8080']) {
      await page.getByRole('button', { name: `Remove ${host}` }).click();
    }
    await page.getByRole('button', { name: 'Remove portal.acme.example' }).click();
    await expect(page.getByRole('dialog', { name: 'Remove the last origin?' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove origin' }).click();
    await origins.reviewChange();
    await expect(desk.review.dialog.getByText('The list is empty')).toBeVisible();
    await expect(desk.review.dialog.getByText('is this tenant’s own host')).toBeVisible();
    await desk.review.apply();
    await expect(page.getByText('No trusted origins')).toBeVisible();
    await origins.keepStrip.getByRole('button', { name: 'Revert now' }).click();
    await expect(page.getByText('was reverted. Your edits are a draft again.')).toBeVisible();
    await expect(origins.rows).toHaveCount(5);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('was reverted. Your edits are a draft again.')).toHaveCount(0);
  });
});
