import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { aReleaseKey, anUpdateServer } from '../builders/an-update-server.ts';
import type { UpdateServer } from '../builders/an-update-server.ts';
import { DeskPage } from '../e2e/pages/desk-page.ts';
import type { PackedProgram } from './packed-program.ts';
import { deskOf, embeddedTenants, startProgram } from './packed-program.ts';
import { asRelease } from './unpacked-program.ts';
import { becomeWindow } from './program-window.ts';
import type { WindowComplaints } from './program-window.ts';

/** What happens to the packed program after its installation, as an AppImage of version 1.2.3: one start for everything. */
const oldVersion = 'the old version';
const passphrase = 'correct horse battery';

test.describe.configure({ mode: 'serial' });
test.skip(process.platform !== 'linux', 'needs the program packed for Linux');

let folder: string;
let server: UpdateServer;
let program: PackedProgram;
let page: Page;
let desk: DeskPage;
let complaints: WindowComplaints;
/** The file that the program was started from, and what the new version writes when it starts. */
let [appImage, started] = ['', ''];

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  folder = await mkdtemp(join(tmpdir(), 'installed-'));
  [appImage, started] = [join(folder, 'Tenant Desk.AppImage'), join(folder, 'started')];
  await writeFile(appImage, oldVersion);
  server = await anUpdateServer({ content: Buffer.from(`#!/bin/sh\necho yes > '${started}'\n`) });
  const release = { publicKey: server.key.publicKey, feedUrl: server.feedUrl };
  const appFolder = await asRelease(join(folder, 'program'), release);
  program = await startProgram(appFolder, folder, { env: { APPIMAGE: appImage } });
  page = await (await browser.newContext()).newPage();
  desk = new DeskPage(page);
  complaints = await becomeWindow(page, program);
  await desk.navigation.waitFor({ timeout: 120_000 });
});

test.afterAll(async () => {
  await page.context().close();
  await program.stop();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('opens a tenant in a second window, and links where their tenant is shown', async () => {
  await desk.switchTo('Sandbox Production');
  await desk.navigation.getByRole('button', { name: /^Tenant: Sandbox Production/ }).click();
  await page.getByRole('menuitem', { name: 'Open in new window' }).click();
  const window = await program.window(1);
  const second = new DeskPage(await page.context().newPage());
  const ofSecond = await becomeWindow(second.page, window);
  await expect(second.navigation.getByRole('button', { name: /^Tenant: Sandbox Production/ })).toBeVisible();

  await desk.switchTo('Sandbox Staging');
  const link = 'tenant-desk://open/origins?tenant=Sandbox%20Production';
  await program.ask({ kind: 'start-again', args: ['--', link] });
  await expect(second.page.getByRole('heading', { name: 'Origins', level: 1 })).toBeVisible();
  await expect(desk.navigation.getByRole('button', { name: /^Tenant: Sandbox Staging/ })).toBeVisible();

  await window.close();
  await window.closed;
  await second.page.close();
  expect(ofSecond).toEqual({ written: [], leaving: [] });
  await desk.goTo('Settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('backs up to an encrypted file, and restores what was deleted since', async () => {
  const file = join(folder, 'profile.tdbackup');
  await program.choosePlace(file);
  await program.chooseFile(file);
  const ofPage = await deskOf(program);
  const { queryLibrary } = ofPage;
  const [tenantId] = await embeddedTenants(ofPage);
  const queryNames = async () => (await queryLibrary.list({ tenantId })).queries.map(({ name }) => name);
  const { id } = await queryLibrary.add({ name: 'Saved before', text: 'plainly readable' });
  const [before] = (await queryLibrary.list({ tenantId })).queries;
  expect(before).toMatchObject({ id, name: 'Saved before' });

  await page.getByRole('button', { name: 'Back up…' }).click();
  const saving = page.getByRole('dialog', { name: 'Back up' });
  await saving.getByLabel('Encrypt with a passphrase').check();
  await saving.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await saving.getByLabel('Repeat passphrase').fill(passphrase);
  await saving.getByRole('button', { name: 'Save backup' }).click();
  await expect(desk.toast('Saved profile.tdbackup')).toBeVisible();

  await queryLibrary.remove({ queryIds: [id] });
  expect(await queryNames()).toEqual([]);
  await page.getByRole('button', { name: 'Restore…' }).click();
  const restoring = page.getByRole('dialog', { name: 'Restore backup' });
  await unlock(restoring, 'wrong horse battery');
  await expect(restoring.getByText(/^This passphrase doesn’t open/)).toBeVisible();
  await unlock(restoring, passphrase);
  await expect(restoring.getByText('1 new record')).toBeVisible();
  expect(await queryNames()).toEqual([]);
  await restoring.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(desk.toast('Restored 1 record')).toBeVisible();
  expect((await queryLibrary.list({ tenantId })).queries).toEqual([before]);
  expect(await readdir(join(program.profileFolder, 'backups'))).toHaveLength(1);
});

async function unlock(sheet: Locator, typed: string): Promise<void> {
  await sheet.getByLabel('Passphrase', { exact: true }).fill(typed);
  await sheet.getByRole('button', { name: 'Unlock' }).click();
}

test('rejects an update that someone else signed, and a file that isn’t the signed one', async () => {
  const arch = process.arch === 'arm64' ? 'arm64' : 'x64';
  const version = { version: '1.3.0', files: [{ ...server.file, arch } as const] };
  const check = page.getByRole('button', { name: 'Check now' });
  server.offer(version, aReleaseKey());
  await check.click();
  await expect(desk.main.getByText(/isn’t signed by the publisher/)).toBeVisible();
  await expect(desk.main.getByText('1.3.0')).toHaveCount(0);

  const changed = Buffer.from(server.content);
  changed[changed.length - 2] = 0;
  server.serve(server.file.path, changed);
  server.offer(version);
  await check.click();
  await expect(desk.main.getByText(/was deleted: it isn’t the file that was signed/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Restart to update' })).toHaveCount(0);
  expect(await readFile(appImage, 'utf8')).toBe(oldVersion);
});

test('downloads the signed update, and is it after a restart', async () => {
  server.serve(server.file.path, server.content);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(desk.main.getByText('1.3.0 is ready')).toBeVisible();
  expect(await readFile(appImage, 'utf8')).toBe(oldVersion);
  expect(complaints).toEqual({ written: [], leaving: [] });

  await page.getByRole('button', { name: 'Restart to update' }).click();
  expect(await program.ended).toMatchObject({ code: 0, relaunchArguments: undefined });
  expect(await readFile(appImage)).toEqual(server.content);
  await expect.poll(() => existsSync(started)).toBe(true);
  const log = await readFile(join(program.profileFolder, 'log', 'desk.log'), 'utf8');
  expect(log).not.toContain('"level":"error"');
});
