import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, expect, test } from '@playwright/test';
import type { ElectronApplication, Page } from '@playwright/test';
import { allBundles } from '../../tools/build/all-bundles.ts';
import { buildStale } from '../../tools/build/build-stale.ts';
import { findElectron, whyNoElectron } from '../run/electron.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The installed runtime; this suite downloads none. */
const executable = await findElectron();
const whySkipped = await whyNoElectron();

test.describe.configure({ mode: 'serial' });
test.skip(whySkipped !== undefined, whySkipped ?? '');

let profileFolder: string;
let app: ElectronApplication;
let page: Page;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  if (executable === undefined) return;
  await buildStale(allBundles, () => undefined);
  profileFolder = await mkdtemp(join(tmpdir(), 'tenant-desk-electron-'));
  app = await _electron.launch({
    executablePath: executable,
    args: [root, '--profile', profileFolder],
    cwd: root,
  });
  page = await app.firstWindow();
});

test.afterAll(async () => {
  if (executable === undefined) return;
  await app.close();
  await rm(profileFolder, { recursive: true, force: true, maxRetries: 5 });
});

test('opens on the tenants view, with the embedded ones ready to be tried', async () => {
  await expect(page).toHaveTitle(/Tenant Desk/);
  expect(page.url()).toMatch(/^app:\/\/desk\/index\.html/);
  await expect(page.getByText('Sandbox Staging')).toBeVisible({ timeout: 30_000 });
});

test('gives the page our bridge and nothing of Node', async () => {
  const seen = await page.evaluate(`({
    desk: typeof window.desk,
    node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
  })`);
  expect(seen).toEqual({ desk: 'object', node: [] });
});

test('lets the page neither connect, nor run text as code, nor open windows', async () => {
  const seen = await page.evaluate(`(async () => {
    const isRefused = async (attempt) => {
      try {
        return (await attempt()) === null;
      } catch {
        return true;
      }
    };
    return {
      fetch: await isRefused(() => fetch('https://example.com/')),
      eval: await isRefused(() => new Function('return 1')),
      open: await isRefused(() => window.open('https://example.com/')),
    };
  })()`);
  expect(seen).toEqual({ fetch: true, eval: true, open: true });
});

test('stays where it is when the page tries to navigate away', async () => {
  const before = page.url();
  await page.evaluate(
    `document.body.appendChild(Object.assign(document.createElement('a'), { href: 'https://example.com/' })).click()`,
  );
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  expect(page.url()).toBe(before);
});

test('has one sandboxed window and a menu', async () => {
  const seen = await app.evaluate(({ BrowserWindow, Menu }) => ({
    windows: BrowserWindow.getAllWindows().length,
    isVisible: BrowserWindow.getAllWindows()[0]?.isVisible(),
    menus: Menu.getApplicationMenu()?.items.length ?? 0,
  }));
  expect(seen.windows).toBe(1);
  expect(seen.isVisible).toBe(true);
  expect(seen.menus).toBeGreaterThanOrEqual(5);
});
