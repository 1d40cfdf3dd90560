import { sendJson, startFakeProvider } from '../../fakes/identity-provider.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';

const wellKnown = '/.well-known/openid-configuration';

test('endpoints are filled in from discovery by keyboard, and used to sign in without it afterwards', async ({
  desk,
  page,
}) => {
  await using provider = await startFakeProvider();
  const { origin, misbehavior, requests } = provider;
  await page.getByRole('link', { name: 'Add tenant' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add tenant' });
  const field = (name: string) => form.getByRole('textbox', { name });
  await field('Name').fill('Acme by hand');
  await field('Base URL').fill(origin);
  await field('Client ID').fill('desk');

  await test.step('discovery is switched off, and missing values are reported under their fields', async () => {
    const discovery = form.getByRole('switch', { name: 'Discovery' });
    await expect(discovery).toBeChecked();
    await expect(field('Token endpoint')).toBeHidden();
    await discovery.focus();
    await page.keyboard.press('Space');
    await expect(discovery).not.toBeChecked();
    await expect(discovery).toBeFocused();
    await field('Token endpoint').press('Enter');
    await expect(field('Issuer')).toHaveAccessibleDescription(/^Enter the issuer/);
    await expect(field('Token endpoint')).toHaveAccessibleDescription(/^Enter a full URL/);
    await expect(field('Revocation endpoint')).not.toHaveAccessibleDescription(/^Enter/);
    await expectAccessible(page, 'editor of a tenant with discovery off');
  });

  await test.step('discovery fills them in', async () => {
    await form.getByRole('switch', { name: 'Discovery' }).focus();
    await page.keyboard.press('Tab');
    await expect(form.getByRole('button', { name: 'Fill in from discovery' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field('Token endpoint')).toHaveValue(`${origin}/token`);
    await expect(field('Issuer')).toHaveValue(origin);
    await expect(field('Authorization endpoint')).toHaveValue(`${origin}/authorize`);
    await expect(field('Signing keys (JWKS) URL')).toHaveValue(`${origin}/jwks`);
    await expect(field('Revocation endpoint')).toHaveValue(`${origin}/revoke`);
    await expect(field('UserInfo endpoint')).toHaveValue('');
    await expect(form.getByRole('status').filter({ hasText: 'Found' })).toContainText(origin);
  });

  await test.step("a host other than the issuer's has to be confirmed", async () => {
    await field('Revocation endpoint').fill('https://elsewhere.example/revoke');
    await form.getByRole('button', { name: 'Allow elsewhere.example' }).click();
    await expect(field('Other sign-in hosts')).toHaveValue('elsewhere.example');
    await field('Revocation endpoint').fill(`${origin}/revoke`);
    await field('Other sign-in hosts').fill('');
    await field('Other sign-in hosts').press('Enter');
    await form.waitFor({ state: 'hidden' });
  });

  await test.step('signing in works without the OpenID configuration', async () => {
    misbehavior.responses.set(wellKnown, (response) => sendJson(response, 404, {}));
    requests.length = 0;
    const browser = await page.context().newPage();
    await browser.goto(await desk.tenants.startSignIn('Acme by hand'));
    await browser.getByRole('heading', { name: 'You are signed in to Acme by hand' }).waitFor();
    await browser.close();
    await expect(page.getByRole('contentinfo')).toContainText('Connected');
    expect(requests.map(({ path }) => path.split('?')[0])).not.toContain(wellKnown);
  });

  await test.step('and the editor shows what is used', async () => {
    await desk.goTo('Tenants');
    await page.getByRole('button', { name: 'Edit Acme by hand' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit Acme by hand' });
    await expect(editor.getByRole('switch', { name: 'Discovery' })).not.toBeChecked();
    await expect(editor.getByRole('textbox', { name: 'Token endpoint' })).toHaveValue(`${origin}/token`);
  });
});
