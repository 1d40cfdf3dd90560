import { expect, test } from '../desk-test.ts';
import type { Page } from '../desk-test.ts';
import { ComparisonPage } from '../pages/comparison-page.ts';
import type { DeskPage } from '../pages/desk-page.ts';
import { stillness } from '../stillness.ts';
import { isUsable, measureParts } from '../usable-sizes.ts';

test.setTimeout(600_000);
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A small screen at 400 % and 200 % zoom, a window beside another one, and whole windows. */
const sizes = [
  { width: 320, height: 256 },
  { width: 640, height: 400 },
  { width: 640, height: 800 },
  { width: 900, height: 600 },
  { width: 1280, height: 800 },
] as const;

/** Every part that can't be worked in, in every size; empty if all can. */
async function unusableParts(page: Page, state: string): Promise<readonly string[]> {
  const unusable: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await stillness(page);
    const parts = await measureParts(page);
    for (const part of parts)
      if (!isUsable(part, size.height))
        unusable.push(
          `${state} at ${size.width} x ${size.height}: ${part.name} shows ${Math.round(part.width)} x ${Math.round(part.height)}`,
        );
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  return unusable;
}

interface State {
  readonly name: string;
  readonly open: (desk: DeskPage, page: Page) => Promise<void>;
}

const openTab = (tab: string) => async (desk: DeskPage, page: Page) => {
  await desk.main.getByRole('tab', { name: tab }).click();
  await expect(page.getByRole('status').filter({ hasText: /^(Reading|Loading)/ })).toHaveCount(0);
};
const press = (view: string) => async (desk: DeskPage) => {
  await desk.main.getByRole('radio', { name: view, exact: true }).first().click();
};

const applicationStates: readonly State[] = [
  { name: 'Settings', open: openTab('Settings') },
  { name: 'Script', open: openTab('Script') },
  { name: 'Script, edit', open: press('Edit') },
  { name: 'Script, compare', open: press('Compare') },
  { name: 'Roles', open: openTab('Roles') },
  { name: 'Record', open: openTab('Record') },
];

const webhookStates: readonly State[] = [
  'Template',
  'Edge cases',
  'Definition',
  'Deliveries',
  'Versions',
  'Record',
].map((tab) => ({ name: tab, open: openTab(tab) }));

test('every editor, grid and list can be worked in from 640 px on', async ({ desk, page }) => {
  await desk.tenants.signIn('Sandbox Staging');
  const unusable: string[] = [];

  await test.step('Applications', async () => {
    await desk.applications.list.getByRole('option', { name: /SAML/ }).first().click();
    for (const { name, open } of applicationStates) {
      await open(desk, page);
      unusable.push(...(await unusableParts(page, `Applications, ${name}`)));
    }
  });
  await test.step('Webhooks', async () => {
    await desk.goTo('Webhooks');
    await desk.webhooks.list.getByRole('option').first().click();
    for (const { name, open } of webhookStates) {
      await open(desk, page);
      unusable.push(...(await unusableParts(page, `Webhooks, ${name}`)));
    }
  });
  await test.step('Test users from a query', async () => {
    await desk.goTo('Applications');
    await desk.applications.list.getByRole('option', { name: /SAML/ }).first().click();
    await desk.applications.openTab('Script');
    await desk.scriptTestRun.show('Test users');
    await desk.scriptTestRun.importUsers();
    unusable.push(...(await unusableParts(page, 'Test users from a query')));
    await page.keyboard.press('Escape');
  });
  await test.step('Two tenants', async () => {
    await desk.goTo('Tenants');
    await desk.tenants.signIn('Sandbox Production');
    await desk.goTo('Migration');
    await new ComparisonPage(page).compareWith('Sandbox Staging');
    await new ComparisonPage(page).list.getByRole('option').first().click();
    unusable.push(...(await unusableParts(page, 'Comparison')));
    await desk.goTo('Migration');
    await desk.migration.showWorkbook();
    await desk.migration.chooseSource('Sandbox Staging');
    await desk.migration.compare();
    await desk.migration.rules.first().waitFor();
    unusable.push(...(await unusableParts(page, 'Workbook')));
  });
  await test.step('Query', async () => {
    await desk.goTo('Query');
    await desk.query.run('SELECT Name, DisplayName, Description FROM Application');
    await expect(desk.query.result.getByRole('row').nth(1)).toBeVisible();
    unusable.push(...(await unusableParts(page, 'Query')));
  });
  await test.step('Procedures', async () => {
    await desk.goTo('Procedures');
    await page.getByRole('link', { name: 'App launches', exact: true }).click();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.query.result.getByRole('row').nth(1)).toBeVisible();
    unusable.push(...(await unusableParts(page, 'Procedures')));
  });
  for (const view of ['Overview', 'Roles', 'Origins', 'Configuration', 'Migration', 'Drafts', 'History'])
    await test.step(view, async () => {
      await desk.goTo(view);
      await expect(desk.main.getByRole('heading', { level: 1, name: view })).toBeVisible();
      unusable.push(...(await unusableParts(page, view)));
    });

  expect(unusable).toEqual([]);
});
