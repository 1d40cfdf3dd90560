import type { Locator } from '@playwright/test';
import { expect, test } from '../desk-test.ts';
import type { DeskPage } from '../pages/desk-page.ts';

test.setTimeout(300_000);
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** 200 % zoom of a small screen, and a window beside another one. */
const sizes = [
  { width: 640, height: 400 },
  { width: 900, height: 700 },
] as const;

/** Fully visible after scrolling to it, with nothing over it. */
async function reach(control: Locator): Promise<void> {
  // An element that is re-rendered in the meantime is scrolled to at its new position.
  await expect(() => control.scrollIntoViewIfNeeded()).toPass();
  await expect(control).toBeInViewport({ ratio: 0.95 });
  const isOnTop = await control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2);
    return at !== null && (element.contains(at) || at.contains(element));
  });
  expect(isOnTop, `${String(control)} is covered`).toBe(true);
}

async function reachAll(
  scope: Locator,
  names: readonly (readonly [role: 'button' | 'textbox' | 'link', name: string | RegExp])[],
) {
  for (const [role, name] of names) await reach(scope.getByRole(role, { name }).first());
}

async function openItem({ page, main }: DeskPage, path: string): Promise<void> {
  await page.goto(page.url().replace(/(#\/t\/[^/]+)\/.*$/, `$1/${path}`));
  await main.getByRole('heading').first().waitFor();
}

for (const size of sizes)
  test(`everything needed is reachable in ${size.width} by ${size.height} pixels`, async ({ desk, page }) => {
    await desk.tenants.signIn('Sandbox Staging');
    await desk.applications.select('Confluence Server');
    const application = /applications\/([^/]+)/.exec(page.url())?.[1] ?? '';
    await desk.goTo('Webhooks');
    await desk.webhooks.list.getByRole('option').first().click();
    const webhook = /webhooks\/([^/]+)/.exec(page.url())?.[1] ?? '';
    await page.setViewportSize(size);

    await test.step('Applications', async () => {
      await openItem(desk, `applications/${application}/settings`);
      await reachAll(desk.main, [
        ['textbox', 'Name'],
        ['textbox', 'Description'],
        ['button', /^Review change/],
        ['button', 'More actions'],
      ]);
    });
    await test.step('Webhooks', async () => {
      await openItem(desk, `webhooks/${webhook}/definition`);
      await reachAll(desk.main, [
        ['textbox', 'Name'],
        ['textbox', 'URL'],
        ['button', 'Add header'],
        ['button', /^Review change/],
      ]);
    });
    await test.step('Webhook template', async () => {
      await openItem(desk, `webhooks/${webhook}/template`);
      // The text scrolls inside the editor: all of the editor has to be visible, not all of the text.
      const template = page.getByRole('textbox', { name: 'Payload template' });
      await reach(desk.main.locator('.cm-scroller').filter({ has: template }));
      await reachAll(desk.main, [
        ['button', /^Event: /],
        ['button', 'Send test'],
      ]);
    });
    await test.step('Query', async () => {
      await desk.goTo('Query');
      await reachAll(desk.main, [
        ['textbox', 'Query text'],
        ['button', /^Run/],
        ['button', 'Export'],
        ['button', 'Save'],
      ]);
    });
    await test.step('Roles, Catalog and History', async () => {
      await desk.goTo('Roles');
      await reach(desk.main.getByRole('searchbox').first());
      await desk.roles.show('Matrix');
      await reachAll(desk.main, [['button', /^Roles…/]]);
      await reach(desk.roles.search);
      await reach(desk.roles.cells(/./).first());
      await openItem(desk, 'catalog');
      await desk.catalog.choose('Salesforce');
      await reachAll(desk.catalog.dialog, [
        ['textbox', 'Name'],
        ['button', 'Review change'],
        ['button', 'Close'],
      ]);
      // The first Escape closes a tooltip that the pointer has opened.
      await desk.catalog.dialog.getByRole('button', { name: 'Close' }).first().click();
      await expect(desk.catalog.dialog).toBeHidden();
      await desk.goTo('History');
      await reach(desk.main.getByRole('searchbox'));
    });
    await test.step('Migration, Drafts, Tenants and Settings', async () => {
      await desk.goTo('Migration');
      await reachAll(desk.main, [['button', 'Open file']]);
      await desk.goTo('Drafts');
      await reachAll(desk.main, [['button', 'Open change set']]);
      await desk.goTo('Tenants');
      await reachAll(desk.main, [['link', 'Add tenant']]);
      await desk.goTo('Settings');
      await reach(desk.main.getByRole('radio').first());
    });
    await test.step('Origins and the review', async () => {
      await desk.switchTo('Sandbox Staging');
      await openItem(desk, 'origins');
      await desk.origins.add('https://reach.acme.example');
      await reachAll(desk.main, [
        ['textbox', 'Add origins'],
        ['button', 'Add'],
        ['button', 'Discard draft'],
        ['button', /^Review change/],
      ]);
      await desk.origins.reviewChange();
      await expect(desk.review.applyButton).toBeEnabled();
      await reachAll(desk.review.dialog, [
        ['button', /^Apply /],
        ['button', /^Cancel/],
        ['button', 'Close'],
      ]);
      await reach(desk.review.dialog.getByRole('region').first());
      await expect(desk.review.dialog).toContainText('reach.acme.example');
      await desk.review.apply();
    });
  });
