import type { DeskPage } from './pages/desk-page.ts';
import type { Page } from './desk-test.ts';
import { expect } from './desk-test.ts';
import { places } from './places.ts';

/** Signs in to a sandbox and visits each place of it with an application and a webhook, loaded. */
export async function openPlaces(
  desk: DeskPage,
  page: Page,
  visit: (place: string) => Promise<void>,
): Promise<void> {
  await desk.tenants.signIn('Sandbox Staging');
  const idOf = async (view: string, name: RegExp): Promise<string> => {
    await desk.goTo(view);
    await desk.main.getByRole('listbox').getByRole('option', { name }).first().click();
    await expect(desk.main.getByRole('tab').first()).toBeVisible();
    return new RegExp(`/${view.toLowerCase()}/([^/]+)`).exec(page.url())?.[1] ?? '';
  };
  const application = await idOf('Applications', /SAML/);
  const webhook = await idOf('Webhooks', /./);
  const tenant = /#\/t\/([^/]+)\//.exec(page.url())?.[1] ?? '';
  for (const place of places) {
    const path = place.replace(':application', application).replace(':webhook', webhook);
    await page.evaluate(`location.hash = '#/t/${tenant}/${path}'`);
    await expect(page.locator('main h1, main h2').filter({ visible: true }).first()).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: /^(Reading|Loading)/ })).toHaveCount(0);
    await visit(place);
  }
}
