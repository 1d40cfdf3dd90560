import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from '../desk-test.ts';

test.setTimeout(120_000);

test('rejects invalid sign-ins and files with a reason, and changes nothing', async ({
  desk,
  page,
}, info) => {
  const card = desk.tenants.card('Sandbox Staging');

  await test.step('the tenant rejects a wrong password and accepts the right one afterwards', async () => {
    const browser = await page.context().newPage();
    await browser.goto(await desk.tenants.startSignIn('Sandbox Staging'));
    const password = browser.getByRole('textbox', { name: 'Password' });
    const right = await password.inputValue();
    await password.fill('wrong');
    await browser.getByRole('button', { name: 'Sign in' }).click();
    await expect(browser.getByRole('alert')).toHaveText('Wrong user name or password.');
    await expect(card).toContainText('Continue in your browser');
    await browser.getByRole('textbox', { name: 'Password' }).fill(right);
    await browser.getByRole('button', { name: 'Cancel' }).click();
    await expect(browser.getByRole('heading', { name: /^Not signed in/ })).toBeVisible();
    await expect(card.getByRole('alert')).toContainText('Sandbox Staging rejected the sign-in');
    await browser.close();
  });

  await test.step('a callback with an error ends the sign-in with that error as the reason', async () => {
    const browser = await page.context().newPage();
    const authorization = browser.waitForRequest((request) => request.url().includes('redirect_uri='));
    await browser.goto(await desk.tenants.startSignIn('Sandbox Staging'));
    const address = new URL((await authorization).url());
    expect(address.search).toContain('code_challenge_method=S256');
    const callback = new URL(address.searchParams.get('redirect_uri') ?? '');
    callback.search = new URLSearchParams({
      error: 'access_denied',
      error_description: 'Ask your administrator',
      state: address.searchParams.get('state') ?? '',
      iss: address.origin,
    }).toString();
    await browser.goto(callback.href);
    await expect(browser.getByRole('heading', { name: /^Not signed in/ })).toBeVisible();
    await expect(card.getByRole('alert')).toContainText('Ask your administrator');
    await browser.close();
  });

  await test.step('a sign-in canceled in Tenant Desk ends without an error', async () => {
    await desk.tenants.startSignIn('Sandbox Staging');
    await card.getByRole('button', { name: 'Cancel' }).click();
    await expect(card.getByRole('button', { name: /^Open/ })).toBeVisible();
    await expect(card.getByRole('alert')).toHaveCount(0);
  });

  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Webhooks');
  await desk.webhooks.list.getByRole('option').first().waitFor();
  const count = await desk.webhooks.list.getByRole('option').count();
  await desk.goTo('Migration');
  const alert = desk.migration.start.getByRole('alert');
  const file = info.outputPath('rules.json');

  await test.step('a file that is not JSON', async () => {
    await writeFile(file, '{ "version": ');
    await desk.migration.openFile(file);
    await expect(alert).toContainText('rules.json is not a JSON file. Nothing was sent.');
  });

  await test.step('a file with another structure', async () => {
    await writeFile(file, JSON.stringify({ version: '0.9', ruleActions: 'none' }));
    await desk.migration.openFile(file);
    await expect(alert).toContainText('not a webhook export file. Nothing was sent.');
    await expect(alert.getByText('ruleActions: is a string, expected a list').first()).toBeVisible();
  });

  await test.step('a file whose content no longer matches its signature', async () => {
    await desk.migration.showExport();
    const first = page.getByRole('group', { name: 'Webhooks to export' }).getByRole('checkbox').nth(1);
    await first.click();
    await page.getByRole('checkbox', { name: 'Include URLs' }).check();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export 1 webhook' }).click();
    await (await download).saveAs(file);
    const text = await readFile(file, 'utf8');
    const name = /"name":\s*"([^"]+)"/.exec(text)?.[1] ?? '';
    expect(name).not.toBe('');
    await writeFile(file, text.replaceAll(`"${name}"`, `"${name} (changed by hand)"`));
    await desk.migration.openFile(file);
    await desk.migration.compare();
    await expect(desk.migration.rules).toContainText(['changed by hand']);
    await desk.migration.review();
    await desk.review.applyButton.click();
    await expect(page.getByRole('dialog', { name: '1 rejected' })).toBeVisible();
    await expect(desk.review.dialog).toContainText(/signature/i);
    await desk.review.dialog.getByRole('button', { name: 'Done' }).click();
  });

  await desk.goTo('Webhooks');
  await expect(desk.webhooks.list.getByRole('option')).toHaveCount(count);
  await expect(desk.webhooks.list).not.toContainText('changed by hand');
});
