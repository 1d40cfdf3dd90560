import { expect, test } from '../desk-test.ts';
import { expectAccessible } from '../accessible.ts';
import { startOwnTenant } from '../own-tenant.ts';
import { DeskPage } from '../pages/desk-page.ts';
import { makeProfileFolder, startDesk } from '../running-desk.ts';
import type { RunningDesk } from '../running-desk.ts';

test.setTimeout(240_000);

const started: RunningDesk[] = [];

/** Stop what a failed test left running. */
test.afterEach(() => Promise.all(started.map((desk) => desk.kill())));

test('a tenant that is available offline can be edited after a restart without a connection, and applied once it is back', async ({
  page,
}) => {
  const own = await startOwnTenant();
  const profile = makeProfileFolder();
  const first = await startDesk(profile.path);
  started.push(first);
  const desk = new DeskPage(page);
  const name = 'Acme Staging';
  const copy = page.getByRole('group', { name: `Offline copy of ${name}` });
  const script = page.getByRole('textbox', { name: /^Script of / });

  await test.step('make it available offline', async () => {
    await desk.open(first.url);
    const { baseUrl, issuer, clientId } = own;
    await desk.tenants.add({ name, environment: 'Staging', baseUrl, issuer, clientId });
    await desk.tenants.signIn(name, own.password);
    await desk.goTo('Tenants');
    await copy.getByRole('switch', { name: 'Available offline' }).click();
    await expect(copy).toContainText(/Synced (?!with)/, { timeout: 60_000 });
    await expect(desk.status).toContainText('Synced');
    await desk.status.getByRole('button', { name: /^Synced/ }).click();
    await expect(page.getByRole('dialog')).toContainText(/Synced (?!with)/);
    await expectAccessible(page, 'offline panel');
    await page.getByRole('dialog').getByRole('switch', { name: 'Available offline' }).click();
    await expect(page.getByRole('dialog', { name: /Turn off offline sync/ })).toBeVisible();
    await expectAccessible(page, 'leaving the offline copy');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: /Turn off offline sync/ })).toBeHidden();
    if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(copy).toContainText(/Synced (?!with)/);
  });

  await own.goDown();
  await first.stop();
  const second = await startDesk(profile.path);
  started.push(second);
  await desk.open(second.url);

  await test.step('edit a script and a template that were never opened here', async () => {
    await expect(copy).toContainText(/Synced (?!with)/);
    await desk.tenants.card(name).getByRole('link', { name: 'Work offline' }).click();
    await desk.applications.list.getByRole('option', { name: /SAML/ }).nth(2).click();
    await desk.applications.openTab('Script');
    await expect(script).toContainText('set');
    await expect(desk.status).toContainText(/Cached, as of .*(now|ago)/);
    await script.click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.insertText('// Written on the train\n');
    await expect(page.getByText('Draft saved')).toBeVisible();
    await desk.goTo('Webhooks');
    await desk.webhooks.list.getByRole('option').first().click();
    await desk.webhooks.openTab('Template');
    await desk.webhooks.template.click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.insertText('<#-- Written on the train -->\n');
    await expect(page.getByText('Draft saved')).toBeVisible();
  });

  await test.step('the drafts show how they differ from the cached versions', async () => {
    await desk.goTo('Drafts');
    await expect(desk.drafts.rows).toHaveCount(2);
    await expect(desk.drafts.rows.filter({ hasText: 'Compared with data from' })).toHaveCount(2);
  });

  await test.step('both are applied when it is back, and undone', async () => {
    await own.comeBack();
    await desk.goTo('Tenants');
    // A restart of the tenant signs browsers out.
    await desk.tenants.signIn(name, own.password);
    await desk.goTo('Drafts');
    await desk.drafts.reviewAll(name);
    await expect(desk.review.applyButton).toHaveText(/Apply 2 changes/);
    await desk.review.apply();
    await expect(page.getByText('No drafts')).toBeVisible();
    await using colleague = own.colleague();
    const written = async () =>
      (await colleague.webhooks()).some(({ requestBody }) => requestBody.includes('Written on the train'));
    expect(await written()).toBe(true);
    await desk.drafts.applied
      .first()
      .getByRole('link', { name: /in History$/ })
      .click();
    await desk.history.undo();
    await desk.review.apply();
    expect(await written()).toBe(false);
  });
  await second.stop();
  await own.stop();
  profile.remove();
});
