import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '../desk-test.ts';
import type { Page } from '../desk-test.ts';
import { observeLayoutShifts, takeLayoutShifts } from '../layout-shifts.ts';

test.setTimeout(600_000);

/** How long the tenant takes for each answer, ms: longer than any line waits that says so. */
const slowness = 1500;

/** Views and things, by the address behind the tenant's. */
const places = [
  'applications',
  'applications/:application/general',
  'applications/:application/sign-on',
  'applications/:application/script',
  'applications/:application/roles',
  'applications/:application/record',
  'catalog',
  'roles',
  'roles/everybody',
  'roles/matrix',
  'origins',
  'configuration',
  'queries',
  'procedures',
  'procedures/jobs',
  'webhooks',
  'webhooks/:webhook/template',
  'webhooks/:webhook/definition',
  'webhooks/:webhook/deliveries',
  'webhooks/:webhook/versions',
  'migration',
] as const;

/** Nothing of the page is being read any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByRole('status').filter({ hasText: /^(Reading|Loading)/ })).toHaveCount(0, {
    timeout: 60_000,
  });
}

test('nothing in sight moves while a slow tenant answers', async ({ page, own, desk }) => {
  await desk.signInTo(own);
  const tenant = /#\/t\/([^/]+)\//.exec(page.url())?.[1] ?? '';
  await desk.applications.list.getByRole('option', { name: /SAML/ }).first().click();
  const application = /applications\/([^/]+)/.exec(page.url())?.[1] ?? '';
  await desk.goTo('Webhooks');
  await desk.webhooks.list.getByRole('option').first().click();
  const webhook = /webhooks\/([^/]+)/.exec(page.url())?.[1] ?? '';
  own.network.setFaults(async () => {
    await delay(slowness);
    return { kind: 'pass' };
  });

  await observeLayoutShifts(page);
  const moved: string[] = [];
  for (const place of places)
    await test.step(place, async () => {
      const path = place.replace(':application', application).replace(':webhook', webhook);
      // By address, as a link of a ticket: without any input, which would excuse what moves.
      await page.evaluate(`location.hash = '#/tenants'`);
      await page.evaluate(`location.hash = '#/t/${tenant}/${path}'`);
      await page.reload();
      await settled(page);
      const shifts = await takeLayoutShifts(page);
      for (const { value, moved: parts } of shifts)
        moved.push(`${place}: ${value.toFixed(4)} ${parts.join('; ')}`);
    });
  expect(moved).toEqual([]);
});
