import { expect, test } from '../desk-test.ts';

test.setTimeout(150_000);

test('a production tenant is marked by text and icon in the frame, in dialogs and in the plan, also in a narrow window', async ({
  desk,
  own,
  page,
}) => {
  await desk.tenants.add({
    name: 'Acme Live',
    environment: 'Production',
    baseUrl: own.baseUrl,
    issuer: own.issuer,
    clientId: own.clientId,
  });
  await expect(desk.tenants.card('Acme Live')).toContainText('Production');
  await desk.tenants.signIn('Acme Live', own.password);
  await expect(desk.status).toContainText('Production');
  await desk.applications.selectFirst();
  await desk.applications.openCopy('Duplicate…');
  await expect(desk.applications.copyDialog.getByText('Production', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await desk.goTo('Origins');
  await desk.origins.add('https://live.acme.example');
  await desk.origins.reviewChange();
  await expect(desk.review.dialog.getByRole('textbox', { name: 'Tenant name' })).toBeVisible();
  await expect(desk.review.dialog.getByText('Production', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 640, height: 400 });
  await expect(desk.review.dialog.getByText('Production', { exact: true })).toBeInViewport();
  await desk.review.cancel();
  await expect(desk.status.getByText('Production', { exact: true })).toBeInViewport();
});
