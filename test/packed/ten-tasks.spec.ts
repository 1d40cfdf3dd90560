import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { DeskPage } from '../e2e/pages/desk-page.ts';
import { replaceText } from '../e2e/pages/code-editor.ts';
import { startReceiver } from '../fakes/receiver.ts';
import type { Receiver } from '../fakes/receiver.ts';
import type { PackedProgram } from './packed-program.ts';
import { startProgram } from './packed-program.ts';
import { unpackedProgram } from './unpacked-program.ts';
import { becomeWindow } from './program-window.ts';
import type { WindowComplaints } from './program-window.ts';

/**
 * The packed program: its main bundle under the fake Electron in a separate process, its preload script and
 * its pages in Chromium, with only cloned messages between them. One window is used for all tasks.
 */
const staging = 'Sandbox Staging';
const webhookName = 'Ticket: packed sign-ins';

test.describe.configure({ mode: 'serial' });
test.skip(process.platform !== 'linux', 'needs the program packed for Linux');

let folder: string;
let program: PackedProgram;
let page: Page;
let desk: DeskPage;
let complaints: WindowComplaints;
let receiver: Receiver;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), 'ten-tasks-'));
  receiver = await startReceiver();
  program = await startProgram(unpackedProgram, folder);
  const context = await browser.newContext();
  page = await context.newPage();
  desk = new DeskPage(page);
  complaints = await becomeWindow(page, program);
  // The first start reads and compiles everything.
  await desk.navigation.waitFor({ timeout: 120_000 });
});

test.afterAll(async () => {
  await page.context().close();
  await program.stop();
  await receiver.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('signs in to an embedded tenant through the system browser', async () => {
  const browser = await desk.tenants.signInInBrowser(staging);
  expect(await program.opened()).toHaveLength(1);
  await browser.close();
  await expect(page.getByRole('heading', { name: 'Applications', level: 1 })).toBeVisible();
  await expect(desk.status).toContainText('Connected');
});

test('lists the applications and finds one', async () => {
  await expect(desk.applications.list.getByRole('option').first()).toBeVisible();
  await desk.applications.search('Web - SAML');
  await expect(desk.applications.list.getByRole('option').first()).toBeVisible();
});

test('changes a script and applies it', async () => {
  const name = await desk.applications.selectFirst();
  await desk.applications.openTab('Script');
  const editor = desk.applications.scriptEditor(name);
  await expect(editor).toContainText('set');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText("\nsetAttribute('CostCenter', LoginUser.Get('costCenter'));\n");
  await expect(page.getByText('Draft saved')).toBeVisible();
  await desk.applications.reviewChange();
  await expect(desk.review.dialog).toContainText('CostCenter');
  await desk.review.apply();
  await expect(page.getByText('Draft saved')).toBeHidden();
  await expect(editor).toContainText('CostCenter');
});

test('creates an application from the catalog', async () => {
  await desk.goTo('Applications');
  await desk.catalog.open();
  await desk.catalog.choose('Confluence Server');
  await desk.catalog.name.fill('Wiki of the packed program');
  await expect(desk.catalog.dialog.getByText('Draft saved')).toBeVisible();
  await desk.catalog.reviewChange();
  await desk.review.apply();
  await expect(desk.applications.title).toHaveText('Wiki of the packed program');
});

test('looks up a role and copies its ID', async () => {
  await desk.goTo('Roles');
  await desk.roles.list.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Copy ID' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
});

test('adds a trusted origin', async () => {
  await desk.goTo('Origins');
  const added = desk.origins.rows.filter({ hasText: 'packed.acme.example' });
  await desk.origins.add('https://packed.acme.example/start?from=mail');
  await expect(added).toContainText('to be added');
  await desk.origins.reviewChange();
  await desk.review.apply();
  await expect(added).not.toContainText('to be added');
});

test('runs a query', async () => {
  await desk.goTo('Query');
  await desk.query.run('SELECT Name, RoleType FROM Role ORDER BY Name');
  await expect(desk.query.result.getByRole('columnheader', { name: 'Name' })).toBeVisible();
  await expect(desk.query.result.getByRole('row')).not.toHaveCount(1);
});

test('creates a webhook, sends a test, and edits it', async () => {
  await desk.goTo('Webhooks');
  await desk.webhooks.draft({
    name: webhookName,
    url: `${receiver.url}/tickets`,
    template: '{ "who": "${event.user_name?json_string}", "level": "${intel_risk_level?upper_case}" }',
  });
  await expect(desk.webhooks.preview).toContainText('"level": "HIGH"');
  await desk.webhooks.sendTest();
  await expect(page.getByText('The tenant reached the URL: status 200')).toBeVisible();
  expect((await receiver.next(({ path }) => path === '/tickets')).method).toBe('POST');
  await desk.webhooks.reviewChange();
  await desk.review.apply();

  await desk.webhooks.select(webhookName);
  await desk.webhooks.openTab('Template');
  await replaceText(page, desk.webhooks.template, '{ "level": "${intel_risk_level?lower_case}" }');
  await expect(desk.webhooks.preview).toContainText('"level": "high"');
  await desk.webhooks.reviewChange();
  await expect(desk.review.dialog).toContainText('lower_case');
  await desk.review.apply();
});

test('moves a webhook to another tenant in a file', async () => {
  const file = join(folder, 'packed-sign-ins.json');
  await desk.goTo('Migration');
  await program.choosePlace(file);
  await desk.migration.showExport();
  await page.getByRole('checkbox', { name: webhookName }).click();
  await page.getByRole('button', { name: 'Export 1 webhook' }).click();
  await expect(page.getByText(/^Saved packed-sign-ins\.json/)).toBeVisible();
  const exported: unknown = JSON.parse(await readFile(file, 'utf8'));
  expect(exported).toMatchObject({ version: '0.9', ruleActions: [{ name: webhookName }] });

  await desk.goTo('Tenants');
  await desk.tenants.signIn('Sandbox Production');
  await desk.goTo('Migration');
  await program.chooseFile(file);
  await page.getByRole('button', { name: /^Open (another )?file$/ }).click();
  await desk.migration.compare();
  await expect(desk.migration.rule(webhookName)).toBeVisible();
  await desk.migration.review();
  await desk.review.apply();
  await desk.goTo('Webhooks');
  await expect(desk.webhooks.list.getByRole('option', { name: webhookName })).toBeVisible();
});

test('undoes a change from the history', async () => {
  await desk.switchTo(staging);
  await desk.goTo('History');
  await desk.history.entry(/^Applied Set trusted origins/).click();
  await desk.history.undo();
  await expect(page.getByRole('dialog', { name: /^Undo: / })).toContainText('packed.acme.example');
  await desk.review.apply();
  await expect(desk.history.entry(/Undo: /)).toHaveCount(1);
  await desk.goTo('Origins');
  await expect(desk.origins.rows.first()).toBeVisible();
  await expect(desk.origins.rows.filter({ hasText: 'packed.acme.example' })).toHaveCount(0);
});

test('is there again after the page is reloaded', async () => {
  await page.reload();
  await expect(desk.origins.rows.first()).toBeVisible();
});

test('has logged once that it was ready, and no error', async () => {
  const log = await readFile(join(program.profileFolder, 'log', 'desk.log'), 'utf8');
  expect(log.match(/"event":"app\.ready"/g)).toHaveLength(1);
  expect(log).not.toContain('"level":"error"');
});

test('has exposed only our frozen bridge to the page', async () => {
  const seen: unknown = await page.evaluate(`({
    node: ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer'].filter((name) => name in window),
    isFrozen: Object.isFrozen(window.desk) && Object.isFrozen(window.desk.tenants),
    isLocked: !Object.getOwnPropertyDescriptor(window, 'desk').writable,
  })`);
  expect(seen).toEqual({ node: [], isFrozen: true, isLocked: true });
});

test('passes no function and no proxy to main, and returns copies', async () => {
  const seen: unknown = await page.evaluate(`(async () => {
    const refused = async (input) => {
      try {
        await window.desk.settings.update(input);
        return 'taken';
      } catch (error) {
        return error.message;
      }
    };
    const first = await window.desk.settings.get();
    first.value.theme = 'changed by the page';
    return {
      function: await refused(() => 'dark'),
      nested: await refused({ theme: () => 'dark' }),
      proxy: await refused(new Proxy({ theme: 'dark' }, {})),
      theme: (await window.desk.settings.get()).value.theme,
    };
  })()`);
  const notCloned = expect.stringContaining('could not be cloned');
  expect(seen).toEqual({ function: notCloned, nested: notCloned, proxy: notCloned, theme: 'system' });
});

test('has not violated its policy, and requested nothing external', () => {
  expect(complaints).toEqual({ written: [], leaving: [] });
});

test('lets the page neither connect nor run text as code', async () => {
  const seen: unknown = await page.evaluate(`(async () => {
    const script = Object.assign(document.createElement('script'), { textContent: 'window.hasRun = true' });
    document.head.append(script);
    const handler = Object.assign(document.createElement('div'), { innerHTML: '<i onclick="window.hasRun = true">' });
    handler.firstChild.click();
    return {
      connects: await fetch('https://example.com/').then(() => true, () => false),
      runsText: window.hasRun === true,
    };
  })()`);
  expect(seen).toEqual({ connects: false, runsText: false });
});

test('quits when it is asked to', async () => {
  expect(await program.stop()).toBe(0);
});
