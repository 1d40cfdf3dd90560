import { expectAccessible, violationsOf } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import type { Page } from '../desk-test.ts';

test.setTimeout(300_000);
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Checks the page after it has finished loading. */
async function check(page: Page, what: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^(Reading|Loading)/ })).toHaveCount(0);
  await expectAccessible(page, what);
}

/** Also with the colors of the system, in which only colors can differ. */
async function checkForced(page: Page, what: string): Promise<void> {
  await check(page, what);
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await violationsOf(page, 'colors'), `${what}, forced colors`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
}

test('signing in, applications and the review have no accessibility violation in either theme', async ({
  desk,
  page,
}) => {
  await test.step('signing in', async () => {
    await expect(desk.tenants.card('Sandbox Staging')).toBeVisible();
    await check(page, 'tenants');
    await page.getByRole('link', { name: 'Add tenant' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await check(page, 'tenant editor with errors');
    await page.keyboard.press('Escape');
    await desk.tenants.signIn('Sandbox Staging');
  });

  await test.step('applications and the review', async () => {
    await desk.applications.list.getByRole('option', { name: /SAML/ }).first().click();
    await desk.applications.openTab('Settings');
    await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible();
    await check(page, 'application');
    await page.getByRole('textbox', { name: 'Description' }).fill('For the finance team.');
    await desk.applications.reviewChange();
    await expect(desk.review.applyButton).toBeEnabled();
    await check(page, 'review');
    await desk.review.applyButton.click();
    await expect(page.getByRole('dialog', { name: 'Applied and verified' })).toBeVisible();
    await check(page, 'receipts');
    await desk.review.dialog.getByRole('button', { name: 'Done' }).click();
    await desk.applications.openTab('Script');
    await expect(page.getByRole('textbox', { name: /^Script of / })).toContainText('set');
    await check(page, 'script');
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await check(page, 'menu');
    await page.keyboard.press('Escape');
    await desk.applications.openCopy('Duplicate…');
    await expect(desk.applications.copyDialog).toBeVisible();
    await check(page, 'duplicating');
    await page.keyboard.press('Escape');
    await desk.signOn.open();
    await expect(desk.signOn.field('Audience')).toBeVisible();
    await check(page, 'sign-on');
    await desk.signOn.fillFromMetadata.click();
    await expect(desk.signOn.metadataText).toBeVisible();
    await check(page, 'fill from metadata');
    await page.keyboard.press('Escape');
    await desk.applications.openTab('Roles');
    await expect(page.getByRole('grid', { name: /^Roles with access to/ })).toBeVisible();
    await check(page, 'roles of the application');
    await desk.applications.openTab('Record');
    await check(page, 'record');
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('navigation', { name: 'Categories' })).toBeVisible();
    await check(page, 'catalog');
    await page.getByRole('listitem').getByRole('button').first().click();
    await expect(desk.catalog.name).toBeVisible();
    await check(page, 'adding an application');
  });
});

test('all other views, the palette and menus have no accessibility violation in either theme', async ({
  desk,
  page,
}) => {
  const opened = new Set<string>();
  async function open(view: string): Promise<void> {
    opened.add(view);
    await desk.goTo(view);
  }
  await desk.tenants.signIn('Sandbox Staging');

  await test.step('the other views of a tenant', async () => {
    await open('Roles');
    await expect(desk.roles.list.getByRole('option').first()).toBeVisible();
    await check(page, 'roles');
    await desk.roles.openMatrix();
    await desk.roles
      .cells(/, Finance, not assigned$/)
      .first()
      .click();
    await expect(desk.roles.reviewButton).toBeVisible();
    await check(page, 'roles matrix');
    await desk.roles
      .cells(/, Everybody, not assigned$/)
      .first()
      .click();
    await expect(desk.roles.guard).toBeVisible();
    await check(page, 'roles matrix, everybody');
    await page.keyboard.press('Escape');
    await desk.roles.plan.getByRole('button', { name: 'Discard' }).click();
    await desk.roles.show('Coverage');
    await check(page, 'roles coverage');
    await open('Origins');
    await desk.origins.add('https://wiki.acme.example');
    await expect(desk.origins.rows.filter({ hasText: 'to be added' })).toBeVisible();
    await check(page, 'origins');
    await desk.origins.reviewChange();
    await desk.review.apply();
    await open('Query');
    await desk.query.run('SELECT Name FROM Role WHERE Name = :name');
    await page.getByRole('textbox', { name: 'Value of name' }).fill('Everybody');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.query.result.or(page.getByText('No rows'))).toBeVisible();
    await check(page, 'query');
    await open('Webhooks');
    await desk.webhooks.list.getByRole('option').first().click();
    await expect(desk.webhooks.preview).toBeVisible();
    await check(page, 'webhook template');
    // Arrows move between JSON, Rendered and Request.
    await desk.webhooks.select('Slack: risky sign-ins');
    await page.getByRole('radio', { name: 'JSON' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('listbox', { name: 'Slack message' })).toBeVisible();
    await check(page, 'webhook message');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('group', { name: 'Request' })).toBeVisible();
    await check(page, 'webhook request');
    await page.keyboard.press('ArrowRight');
    await expect(desk.webhooks.preview).toBeVisible();
    await desk.webhooks.openTab('Definition');
    await check(page, 'webhook definition');
    await desk.webhooks.openTab('Deliveries');
    await check(page, 'webhook deliveries');
    await open('Migration');
    await expect(desk.migration.start).toBeVisible();
    await check(page, 'migration');
    await desk.migration.showExport();
    await check(page, 'migration export');
  });

  await test.step('the global views', async () => {
    await open('Drafts');
    await check(page, 'drafts');
    await open('History');
    await expect(desk.history.undoButton).toBeVisible();
    await check(page, 'history');
    await open('Settings');
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    await check(page, 'settings');
  });

  await test.step('every view in the rail is covered by a step above', async () => {
    for (const view of await desk.viewsOfRail()) {
      if (opened.has(view)) continue;
      await desk.goTo(view);
      await expect(page.getByRole('heading', { level: 1, name: view })).toBeVisible();
      await check(page, view);
    }
  });

  await test.step('lists in which nothing is found', async () => {
    for (const view of ['Applications', 'Webhooks', 'Roles', 'Procedures']) {
      await desk.goTo(view);
      const search = desk.main.getByRole('searchbox').first();
      await search.fill('zzzz');
      await expect(desk.main.getByRole('option')).toHaveCount(0);
      await checkForced(page, `${view}, nothing found`);
      await search.fill('');
    }
  });

  await test.step('a pinned item and its menu, and the bar of selected items', async () => {
    await desk.goTo('Applications');
    await desk.applications.list.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Pin to sidebar' }).click();
    const pins = desk.navigation.getByRole('region', { name: 'Pinned' });
    await pins.getByRole('link').click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
    await checkForced(page, 'menu of a pinned item');
    await page.keyboard.press('Escape');
    await desk.applications.list.focus();
    await page.keyboard.press('Space');
    await expect(page.getByRole('toolbar', { name: 'Selected applications' })).toBeVisible();
    await checkForced(page, 'bulk bar');
    await page.keyboard.press('Escape');
  });

  await test.step('the list of shortcuts', async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    await checkForced(page, 'shortcuts');
    await page.keyboard.press('Escape');
  });

  await test.step('the palette and the tenant switcher', async () => {
    await page.keyboard.press('ControlOrMeta+K');
    await expect(page.getByRole('combobox', { name: 'Search commands' })).toBeFocused();
    await check(page, 'palette');
    await page.keyboard.press('Escape');
    await desk.navigation.getByRole('button', { name: /^Tenant:/ }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await check(page, 'tenant switcher');
  });
});
