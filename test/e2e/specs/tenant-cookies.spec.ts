import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '../desk-test.ts';
import {
  callManagement,
  startTenant,
  type TenantAddress,
  type TenantProcess,
} from '../../integration/tenant-process.ts';
import { startRelyingParty, type RelyingParty } from '../relying-party.ts';

const secret = 'a-secret-that-an-administrator-set-by-hand';

/** Another user's server on this machine, and what browsers have sent to it. */
async function startForeignServer() {
  const cookies: string[] = [];
  const server = createServer(({ headers }, response) => {
    if (headers.cookie !== undefined) cookies.push(headers.cookie);
    response.writeHead(200, { 'content-type': 'text/plain' }).end('Someone else’s page');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    cookies,
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

async function registerWith(tenant: TenantAddress, party: RelyingParty): Promise<void> {
  const call = async (path: string, body: unknown): Promise<unknown> =>
    (await callManagement(tenant, path, body)).envelope.Result;
  const [added] = (await call('/SaasManage/ImportAppFromTemplate', { ID: 'Generic OpenID Connect' })) as [
    { _RowKey: string },
  ];
  await call('/SaasManage/UpdateApplicationDE', {
    _RowKey: added._RowKey,
    OAuthProfile: { ClientSecret: secret, Redirects: [party.redirectUrl] },
    AppRoles: { Publish: [{ ID: 'Everybody' }] },
  });
  const { OAuthProfile } = (await call('/SaasManage/GetApplication', added)) as {
    OAuthProfile: { ClientID: string };
  };
  await party.register({ issuer: tenant.issuer, clientId: OAuthProfile.ClientID, secret });
}

async function signIn(page: Page, tenant: TenantAddress, party: RelyingParty): Promise<void> {
  await page.goto(party.startUrl);
  await page.getByLabel('User name').fill(tenant.username);
  await page.getByLabel('Password').fill(tenant.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText(/^Welcome, /)).toBeVisible();
}

let running: TenantProcess;
test.beforeAll(async () => {
  running = await startTenant({ args: ['--admin-token', '--tenants', '2', '--apps', '0', '--events', '20'] });
});
test.afterAll(async () => void (await running.stop()));

test('no other port and no other tenant gets the session of a tenant', async ({ page, context }) => {
  await using foreign = await startForeignServer();
  await using party = await startRelyingParty();
  await using otherParty = await startRelyingParty();
  const [tenant, other] = running.tenants;
  if (other === undefined) throw new Error('There is one tenant only.');
  await registerWith(tenant, party);
  await registerWith(other, otherParty);
  await signIn(page, tenant, party);
  expect((await context.cookies()).some(({ name }) => name.endsWith('.session'))).toBe(true);

  const paths = ['/', '/authorize', '/authorize/x', '/oauth2/endsession', '/signin/x', '/d/', '/sandbox'];
  for (const host of ['127.0.0.1', 'localhost'])
    for (const path of paths) await page.goto(`http://${host}:${foreign.port}${path}`);
  expect(foreign.cookies).toEqual([]);

  await page.goto(party.startUrl);
  await expect(page.getByText(/^Welcome, /)).toBeVisible();
  await page.goto(otherParty.startUrl);
  await expect(page.getByRole('heading', { name: `Sign in to ${other.name}` })).toBeVisible();

  await page.goto(`${tenant.baseUrl}/oauth2/endsession`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto(party.startUrl);
  await expect(page.getByRole('heading', { name: `Sign in to ${tenant.name}` })).toBeVisible();
});

test('the status page of a sandbox does not share its session with other ports', async ({ page }) => {
  await using foreign = await startForeignServer();
  const [tenant] = running.tenants;
  const issued = await fetch(`${tenant.baseUrl}/sandbox/page-ticket`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tenant.accessToken ?? ''}` },
  });
  const { url } = (await issued.json()) as { url: string };
  await page.goto(url);
  await page.getByRole('button', { name: 'Send event' }).click();
  await expect(page.getByText('Event sent.')).toBeVisible();
  await page.getByRole('link', { name: 'Live view' }).click();
  await expect(page.getByRole('link', { name: 'Stop live view' })).toBeVisible();
  for (const path of ['/sandbox', '/sandbox/page/raise', '/d/x/sandbox'])
    await page.goto(`http://127.0.0.1:${foreign.port}${path}`);
  expect(foreign.cookies).toEqual([]);
});

test('a session that an earlier version set for every port is removed', async ({ page, context }) => {
  await using foreign = await startForeignServer();
  await using party = await startRelyingParty();
  const [tenant] = running.tenants;
  await registerWith(tenant, party);
  await context.addCookies([
    { name: 'sandbox-staging.session', value: 'old', domain: '127.0.0.1', path: '/' },
    { name: 'sandbox-staging.session.sig', value: 'old', domain: '127.0.0.1', path: '/' },
  ]);
  await signIn(page, tenant, party);
  await page.goto(`http://127.0.0.1:${foreign.port}/`);
  expect(foreign.cookies).toEqual([]);
});

test('users sign in without scripts, and are not remembered', async ({ browser }) => {
  await using party = await startRelyingParty();
  const [tenant] = running.tenants;
  await registerWith(tenant, party);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(page, tenant, party);
  await page.goto(party.startUrl);
  await expect(page.getByRole('heading', { name: `Sign in to ${tenant.name}` })).toBeVisible();
  await context.close();
});
