import { violationsOf } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import type { OwnTenant, Page } from '../desk-test.ts';
import { lostParts } from '../lost-parts.ts';
import type { DeskPage } from '../pages/desk-page.ts';
import { places } from '../places.ts';

test.setTimeout(600_000);
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const name = 'Acme Production';

/** `before` is called between adding the tenant and signing in: afterwards lists may be loaded already. */
async function signIn(desk: DeskPage, own: OwnTenant, before = (): void => undefined): Promise<void> {
  await desk.goTo('Tenants');
  await desk.tenants.add({
    ...{ name, environment: 'Production', baseUrl: own.network.baseUrl },
    ...{ issuer: own.issuer, clientId: own.clientId },
  });
  before();
  await desk.tenants.signIn(name, own.password);
}

/**
 * Opens each view of the tenant in the URL and returns what is wrong with it, also with forced colors. Those that show
 * nothing without the tenant must say what is wrong there.
 */
async function wrongIn(page: Page, message: RegExp): Promise<readonly string[]> {
  const tenant = /#\/t\/([^/]+)\//.exec(page.url())?.[1] ?? '';
  const main = page.getByRole('main');
  const wrong: string[] = [];
  for (const place of places.filter((each) => !each.includes(':'))) {
    await page.evaluate(`location.hash = '#/t/${tenant}/${place}'`);
    await expect(main.getByRole('heading').filter({ visible: true }).first()).toBeVisible();
    if (needTheTenant.includes(place)) await expect(main.getByText(message).first()).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /^(Reading|Loading)/ })).toHaveCount(0);
    const found = await violationsOf(page);
    await page.emulateMedia({ forcedColors: 'active' });
    found.push(...(await lostParts(page)), ...(await violationsOf(page, 'colors')));
    await page.emulateMedia({ forcedColors: 'none' });
    wrong.push(...found.map((part) => `${place}: ${part}`));
  }
  return wrong;
}

const needTheTenant: readonly string[] = ['overview', 'roles', 'origins', 'webhooks'];

test('views are accessible before anyone has signed in', async ({ desk, page }) => {
  await desk.tenants.card('Sandbox Staging').getByRole('link', { name: 'Work offline' }).click();
  expect(await wrongIn(page, /sign in/i)).toEqual([]);
});

test('views are accessible while the tenant rejects each request', async ({ desk, own, page }) => {
  await signIn(desk, own, () =>
    own.network.setFaults(() => ({
      ...{ kind: 'answer', status: 403, contentType: 'application/json', body: '{"message":"Forbidden"}' },
    })),
  );
  expect(await wrongIn(page, /permission/)).toEqual([]);
});

test('views are accessible while the tenant can’t be reached', async ({ desk, own, page }) => {
  await signIn(desk, own);
  await own.goDown();
  expect(await wrongIn(page, /couldn’t|didn’t/i)).toEqual([]);
});
