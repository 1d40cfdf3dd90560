import { writeFile } from 'node:fs/promises';
import { replaceText } from '../e2e/pages/code-editor.ts';
import { expect, test } from '../e2e/desk-test.ts';
import type { Locator, Page } from '@playwright/test';
import type { DeskPage } from '../e2e/pages/desk-page.ts';
import { ComparisonPage } from '../e2e/pages/comparison-page.ts';
import { startReceiver } from '../fakes/receiver.ts';
import { Camera } from './camera.ts';

// Dozens of screenshots, also on a busy machine.
test.setTimeout(900_000);
test.use({ trace: 'off' });

const template = `{
  "channel": "#identity",
  "text": "*\${intel_risk_level?upper_case}* \${event.user_name?json_string}",
  "fields": [
    { "title": "Reason", "value": "\${event.reason?json_string}" },
    { "title": "App", "value": "<#if event.app_type == 'SAML'>SAML<#else>other</#if>" }
  ]
}`;

const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { name, exact: true }).first();

async function signIn(desk: DeskPage): Promise<void> {
  await desk.tenants.signIn('Sandbox Staging');
  await expect(desk.applications.list.getByRole('option').first()).toBeVisible();
}

test('tenants and sign-in', async ({ desk, page }) => {
  const camera = new Camera(page, '01-');
  await expect(desk.tenants.card('Sandbox Staging')).toBeVisible();
  await camera.shoot('tenants-signed-out');
  await desk.goTo('Drafts');
  await camera.shoot('drafts-empty');
  await desk.goTo('History');
  await camera.shoot('history-empty');
  await desk.goTo('Tenants');
  await page.getByRole('link', { name: 'Add tenant' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await camera.shoot('tenant-editor-with-errors');
  await page.keyboard.press('Escape');
  await desk.tenants.card('Sandbox Staging').getByRole('link', { name: 'Work offline' }).click();
  await expect(heading(page, 'Sign in to Sandbox Staging')).toBeVisible();
  await camera.shoot('applications-signed-out');
  await desk.goTo('Query');
  await camera.shoot('query-signed-out');
  await desk.goTo('Tenants');
  await desk.tenants.startSignIn('Sandbox Staging');
  await camera.shoot('tenants-signing-in');
  await desk.tenants.card('Sandbox Staging').getByRole('button', { name: 'Cancel' }).click();
  await desk.tenants.signIn('Sandbox Staging');
  await expect(desk.applications.list.getByRole('option').first()).toBeVisible();
});

test('overview', async ({ desk, page }) => {
  const camera = new Camera(page, '02-');
  await signIn(desk);
  await desk.goTo('Overview');
  await expect(desk.overview.attention).toContainText('You’re all caught up.');
  await expect(desk.overview.section('Sign-ins by day')).toContainText('per day on average.');
  await camera.shoot('overview');
});

test('applications, their review and history', async ({ desk, page }) => {
  const camera = new Camera(page, '03-');
  await signIn(desk);
  await camera.shoot('applications');
  const chosen = desk.applications.list.getByRole('option', { name: /SAML/ }).first();
  await chosen.click();
  const title = page
    .getByRole('region', { name: 'Application', exact: true })
    .getByRole('heading', { level: 2 });
  await expect(title).not.toHaveText('Application');
  const name = (await title.first().textContent())?.trim() ?? '';
  await desk.applications.field('Description').fill('For the people of the finance team.');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await camera.shoot('application-general');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await desk.toast('Discarded').getByRole('button', { name: 'Undo' }).waitFor();
  await camera.shoot('draft-discarded');
  await desk.applications.openTab('Script');
  const editor = desk.applications.scriptEditor(name);
  await expect(editor).toContainText('set');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText("\nsetAttribute('CostCenter', LoginUser.Get('costCenter'));\n");
  await expect(page.getByText('Draft saved')).toBeVisible();
  await camera.shoot('application-script');
  await page.getByRole('radio', { name: 'Compare' }).click();
  await camera.shoot('application-script-compared');
  await page.getByRole('radio', { name: 'Edit' }).click();
  await desk.scriptTestRun.show('Test users');
  await desk.scriptTestRun.addExample();
  await expect(desk.scriptTestRun.row('CostCenter')).toBeVisible();
  await camera.shoot('script-bench');
  for (const tab of ['Settings', 'Roles', 'Record'] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await camera.shoot(`application-${tab.toLowerCase()}`);
  }
  await desk.applications.search('nothing has this name');
  await camera.shoot('applications-nothing-found');
  await desk.applications.search('type:saml');
  await desk.applications.searchField.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await camera.shoot('applications-chosen');
  await desk.applications.bulk.getByRole('button', { name: 'Edit…' }).click();
  await camera.shoot('applications-edit');
  const edit = page.getByRole('dialog', { name: /^Edit \d+ applications$/ });
  for (const field of ['Description', 'Audience']) {
    await edit.getByRole('combobox', { name: /Field to change|Another field/ }).fill(field);
    await page.getByRole('option', { name: field }).first().click();
    await edit.getByRole('textbox', { name: field }).fill('urn:acme:finance');
  }
  await expect(edit.getByRole('option', { name: /Changed/ }).first()).toBeVisible();
  await camera.shoot('applications-edit-preview');
  await edit.getByRole('button', { name: /^Cancel/ }).click();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await desk.applications.search('');

  await desk.applications.openTab('Script');
  await desk.applications.reviewChange();
  await expect(desk.review.dialog).toContainText('CostCenter');
  await camera.shoot('review-script');
  await desk.review.applyButton.click();
  await expect(page.getByRole('dialog', { name: 'Applied and verified' })).toBeVisible();
  await camera.shoot('review-applied');
  await desk.review.dialog.getByRole('button', { name: 'Done' }).click();
  const menu = page.getByRole('button', { name: 'More actions' });
  await camera.shoot('application-menu', () => menu.click());
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete application…' }).click();
  await expect(desk.review.applyButton).toBeVisible();
  await camera.shoot('review-delete');
  await page.keyboard.press('Escape');

  await desk.goTo('Drafts');
  await camera.shoot('drafts');
  await desk.goTo('History');
  await desk.history.entry(name).first().click();
  const entry = page.getByRole('region', { name: 'Entry' });
  await expect(entry.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await camera.shoot('history');
});

test('catalog, roles and origins', async ({ desk, page }) => {
  const camera = new Camera(page, '04-');
  await signIn(desk);
  await desk.goTo('Applications');
  await desk.catalog.open();
  await expect(heading(page, 'Catalog')).toBeVisible();
  await camera.shoot('catalog');
  await page.getByRole('listitem').getByRole('button').first().click();
  await camera.shoot('catalog-add');
  await page.keyboard.press('Escape');
  await desk.goTo('Roles');
  await expect(desk.roles.list.getByRole('option').first()).toBeVisible();
  await camera.shoot('roles');
  await desk.roles.openMatrix();
  await desk.roles
    .cells(/, Finance, not assigned$/)
    .first()
    .click();
  await desk.roles
    .cells(/, Auditors, assigned$/)
    .first()
    .click();
  await desk.roles
    .cells(/, Everybody, not assigned$/)
    .first()
    .click();
  await expect(desk.roles.guard).toBeVisible();
  await camera.shoot('roles-matrix');
  await page.keyboard.press('Escape');
  await desk.roles.plan.getByRole('button', { name: 'Discard' }).click();
  await desk.roles.show('Coverage');
  await camera.shoot('roles-coverage');
  await desk.goTo('Origins');
  await desk.origins.add('https://Wiki.Acme.example/start?from=mail');
  await expect(desk.origins.rows.filter({ hasText: 'wiki.acme.example' })).toBeVisible();
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await camera.shoot('origins');
  await desk.origins.reviewChange();
  await expect(desk.review.applyButton).toBeVisible();
  await camera.shoot('review-origins');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Check portal.acme.example' }).click();
  await expect(desk.origins.check.getByText('Origin allowed', { exact: true })).toBeVisible();
  await camera.shoot('origin-checked');
  await page.keyboard.press('Escape');
});

test('configuration', async ({ desk, page }) => {
  const camera = new Camera(page, '05-');
  await signIn(desk);
  await desk.goTo('Configuration');
  await expect(desk.main.getByText('Tenant name')).toBeVisible();
  await camera.shoot('configuration');
});

test('procedures', async ({ desk, page }) => {
  const camera = new Camera(page, '06-');
  await signIn(desk);
  await desk.goTo('Procedures');
  await page.getByRole('link', { name: 'App launches', exact: true }).click();
  // Until the procedure is shown, its keys start nothing.
  await expect(desk.procedures.title('App launches')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(desk.procedures.result.getByRole('row').nth(1)).toBeVisible();
  await camera.shoot('procedures');
});

test('queries', async ({ desk, page }) => {
  const camera = new Camera(page, '07-');
  await signIn(desk);
  await desk.goTo('Query');
  await desk.query.run('SELECT Nmae FROM Application');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await camera.shoot('query-failed');
  await desk.query.run(
    "SELECT WhenOccurred, EventType, NormalizedUser, FromIPAddress, AuthMethod, FailReason\nFROM Event\nWHERE EventType LIKE 'Cloud.%'\nORDER BY WhenOccurred DESC",
  );
  await expect(desk.query.result.getByRole('row').nth(1)).toBeVisible();
  await camera.shoot('query-result');
  await replaceText(
    page,
    desk.query.editor,
    'SELECT Name FROM Role WHERE Name LIKE :name AND RoleType IN (:types)',
  );
  await camera.shoot('query-parameters');
});

test('webhooks and migration', async ({ desk, page }, info) => {
  const camera = new Camera(page, '08-');
  const receiver = await startReceiver();
  await signIn(desk);
  // The differences between the two sandboxes at the end.
  await desk.applications.list.getByRole('option', { name: /SAML/ }).first().click();
  await desk.applications.field('Description').fill('For the people of the finance team.');
  await desk.applications.reviewChange();
  await desk.review.apply();
  await desk.goTo('Webhooks');
  await expect(desk.webhooks.list.getByRole('option').first()).toBeVisible();
  await camera.shoot('webhooks');
  await desk.webhooks.draft({ name: 'Slack: risky sign-ins today', url: `${receiver.url}/hook`, template });
  await camera.shoot('webhook-template');
  await page.getByRole('tab', { name: 'Edge cases' }).click();
  await expect(page.getByRole('button', { name: /^Fix all/ })).toBeVisible();
  await camera.shoot('webhook-hostile-values');
  await page.getByRole('tab', { name: 'Past events' }).click();
  await page.getByRole('button', { name: 'Load events' }).click();
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeVisible();
  await camera.shoot('webhook-past-events');
  await desk.webhooks.openTab('Definition');
  await camera.shoot('webhook-definition');
  await desk.webhooks.sendTest();
  await expect(page.getByText('The tenant reached the URL: status 200')).toBeVisible();
  await camera.shoot('webhook-tested');
  await desk.webhooks.reviewChange();
  await expect(desk.review.applyButton).toBeVisible();
  await camera.shoot('review-webhook');
  await desk.review.apply();
  await desk.webhooks.select('Slack: risky sign-ins today');
  await desk.webhooks.openTab('Deliveries');
  await camera.shoot('webhook-deliveries-empty');
  await desk.webhooks.sendTestEvent();
  await expect(page.getByText('1 of 1 delivered')).toBeVisible({ timeout: 20_000 });
  await camera.shoot('webhook-deliveries');
  await desk.webhooks.openTab('Versions');
  await camera.shoot('webhook-versions');

  await desk.goTo('Migration');
  await expect(desk.migration.start).toBeVisible();
  await camera.shoot('migration');
  const exported = info.outputPath('rules.json');
  await (await desk.migration.export('Slack: risky sign-ins today', 'rules')).saveAs(exported);
  await camera.shoot('migration-export');
  await desk.migration.openFile(exported);
  await desk.migration.compare();
  await expect(desk.migration.rules).toHaveCount(1);
  await camera.shoot('migration-workbook');
  await desk.migration.take('Change source or target');
  const damaged = info.outputPath('damaged.json');
  await writeFile(damaged, '{ "version": ');
  await desk.migration.openFile(damaged);
  await expect(page.getByRole('alert').first()).toBeVisible();
  await camera.shoot('migration-bad-file');
  await desk.migration.chooseSource('Sandbox Staging');
  await desk.migration.chooseNewFile();
  await desk.migration.compare();
  await camera.shoot('migration-to-file');
  await desk.goTo('Tenants');
  await desk.tenants.signIn('Sandbox Production');
  await desk.goTo('Migration');
  const comparison = new ComparisonPage(page);
  await comparison.compareWith('Sandbox Staging');
  await comparison
    .row(/Different/)
    .first()
    .click();
  await camera.shoot('migration-compared-tenants');
  await receiver.stop();
});

test('settings, palette and rail', async ({ desk, page }) => {
  const camera = new Camera(page, '09-');
  await signIn(desk);
  await desk.goTo('Tenants');
  await camera.shoot('tenants-signed-in');
  await desk.goTo('Settings');
  await camera.shoot('settings');
  await page.keyboard.press('ControlOrMeta+K');
  await camera.shoot('palette');
  await page.keyboard.type('slack');
  await camera.shoot('palette-searched');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await camera.shoot('shortcuts');
  await page.keyboard.press('Escape');
  await camera.shoot('tenant-switcher', () =>
    desk.navigation.getByRole('button', { name: /^Tenant:|^Choose a tenant/ }).click(),
  );
  await desk.navigation.getByRole('button', { name: 'Collapse sidebar' }).click();
  await desk.goTo('Webhooks');
  await camera.shoot('rail-folded');
  await desk.navigation.getByRole('button', { name: 'Expand sidebar' }).click();
});

test('a tenant that fails', async ({ desk, own, page }) => {
  const camera = new Camera(page, '10-');
  await desk.goTo('Tenants');
  await desk.tenants.add({
    name: 'Acme Production',
    environment: 'Production',
    baseUrl: own.network.baseUrl,
    issuer: own.issuer,
    clientId: own.clientId,
  });
  await desk.tenants.signIn('Acme Production', own.password);
  await desk.applications.list.getByRole('option', { name: /SAML/ }).first().click();
  await desk.applications.openTab('Script');
  const editor = page.getByRole('textbox', { name: /^Script of / });
  await expect(editor).toContainText('set');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText('// Mine\n');
  await desk.applications.reviewChange();
  await expect(desk.review.dialog.getByRole('textbox', { name: 'Tenant name' })).toBeVisible();
  await camera.shoot('review-production');
  own.network.setFaults(({ path }) =>
    path.includes('UpdateApplicationDE')
      ? { kind: 'answer', status: 500, body: '<h1>Something broke</h1>', contentType: 'text/html' }
      : { kind: 'pass' },
  );
  await desk.review.dialog.getByRole('textbox', { name: 'Tenant name' }).fill('Acme Production');
  await desk.review.applyButton.click();
  await expect(page.getByRole('dialog', { name: 'Unresolved' })).toBeVisible({ timeout: 90_000 });
  await camera.shoot('review-not-known');
  own.network.setFaults(() => ({ kind: 'pass' }));
  await page.keyboard.press('Escape');
  await camera.shoot('plan-unresolved');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await desk.review.take('Dismiss');

  const colleague = own.colleague();
  const id = decodeURIComponent(page.url().split('/applications/')[1]?.split('/')[0] ?? '');
  const { data: script } = await colleague.call('scripts.get', {
    tenantId: colleague.tenantId,
    applicationId: id,
    freshness: 'tenant-first',
  });
  const set = { script: `// Theirs\n${script.script}` };
  await colleague.apply({ from: 'targets', kind: 'script', targetIds: [id], set });
  await colleague[Symbol.asyncDispose]();
  await desk.applications.reviewChange();
  await expect(desk.review.useResultButton).toBeVisible();
  await camera.shoot('review-conflict');
  await page.keyboard.press('Escape');

  const bulk = own.colleague({ baseUrl: own.network.baseUrl, isSandbox: false });
  const { tenantId } = bulk;
  const { data: applications } = await bulk.call('applications.list', {
    tenantId,
    freshness: 'tenant-first',
  });
  const targetIds = applications.map((each) => each.id);
  const describe = (description: string, ids: string[]) =>
    ({ from: 'targets', kind: 'application', targetIds: ids, set: { description } }) as const;
  const plan = await bulk.plan(describe('Owner: Identity operations', targetIds));
  await bulk.call('changeSets.save', { planId: plan.id });
  await bulk.apply(describe('Moved to the platform team', targetIds.slice(0, 2)));
  const [changeSet] = bulk.host.saved;
  await bulk[Symbol.asyncDispose]();
  await desk.goTo('Drafts');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Open change set' }).click();
  await (
    await chooser
  ).setFiles({
    name: 'owner.json',
    mimeType: 'application/json',
    buffer: Buffer.from(changeSet?.bytes ?? []),
  });
  await expect(desk.review.dialog.getByRole('button', { name: 'By change' })).toBeVisible();
  await camera.shoot('review-change-set');
  await desk.review.dialog.getByRole('button', { name: 'By change' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Type' }).click();
  await camera.shoot('review-by-type');
  await page.keyboard.press('Escape');

  await own.goDown();
  await desk.goTo('Webhooks');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await camera.shoot('unreachable-never-read');
  await desk.goTo('Applications');
  await expect(desk.status).toContainText(/Cached, as of .*(now|ago)/);
  await camera.shoot('unreachable-last-snapshot');
});
