import { expect, test } from '../desk-test.ts';
import { callManagement, startTenant } from '../../integration/tenant-process.ts';
import { expectAccessible } from '../accessible.ts';
import { startRelyingParty } from '../relying-party.ts';

const secret = 'a-secret-that-an-administrator-set-by-hand';

test("a tenant's pages allow signing in, denying and allowing by keyboard alone, in either theme", async ({
  page,
}) => {
  const running = await startTenant({ args: ['--admin-token', '--tenants', '1'] });
  await using party = await startRelyingParty();
  const [tenant] = running.tenants;
  const call = async (path: string, body: unknown): Promise<unknown> =>
    (await callManagement(tenant, path, body)).envelope.Result;
  const [added] = (await call('/SaasManage/ImportAppFromTemplate', { ID: 'Generic OpenID Connect' })) as [
    { _RowKey: string },
  ];
  await call('/SaasManage/UpdateApplicationDE', {
    _RowKey: added._RowKey,
    OAuthProfile: { ClientSecret: secret, Redirects: [party.redirectUrl], ConfirmAuthorization: true },
    AppRoles: { Publish: [{ ID: 'Everybody' }] },
  });
  const { OAuthProfile } = (await call('/SaasManage/GetApplication', added)) as {
    OAuthProfile: { ClientID: string };
  };
  await party.register({ issuer: tenant.issuer, clientId: OAuthProfile.ClientID, secret });
  const alert = page.getByRole('alert');
  const password = page.getByLabel('Password');

  await test.step('a wrong password is reported, and the name is preserved', async () => {
    await page.goto(party.startUrl);
    await expect(page.getByRole('heading', { level: 1, name: /^Sign in to / })).toBeVisible();
    await expect(password).toBeFocused();
    await expectAccessible(page, 'sign-in page');
    await page.keyboard.type('nonsense');
    await page.keyboard.press('Enter');
    await expect(alert).toBeVisible();
    await expect(page.getByLabel('User name')).not.toHaveValue('');
    await expectAccessible(page, 'sign-in page with an error');
  });

  await test.step('the requested access is shown, and can be denied', async () => {
    await page.getByLabel('User name').focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(tenant.username);
    await page.keyboard.press('Tab');
    await page.keyboard.type(tenant.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /^Authorize / })).toBeVisible();
    await expect(
      page.getByRole('list', { name: 'This application wants to' }).getByRole('listitem'),
    ).toHaveCount(3);
    await expectAccessible(page, 'consent page');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Allow' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Refused: access_denied/)).toBeVisible();
  });

  await test.step('it is allowed once, and not asked for again', async () => {
    await page.goto(party.startUrl);
    await page.getByRole('button', { name: 'Allow' }).press('Enter');
    await expect(page.getByText(/^Welcome, /)).toBeVisible();
    await page.goto(party.startUrl);
    await expect(page.getByText(/^Welcome, /)).toBeVisible();
  });

  await running.stop();
});
