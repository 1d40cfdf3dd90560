import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { runNode } from './run-command.ts';
import { installSystemPackages } from './system-packages.ts';

/** The headless shell first: pages behave the same, and it uses a tenth less CPU. */
const systemBrowsers: readonly string[] = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of an installed Chromium: the one in `DESK_CHROMIUM`, Playwright's, or the system's. */
export function findBrowser(): string | undefined {
  const named = process.env['DESK_CHROMIUM'];
  const candidates = [...(named === undefined ? [] : [named]), chromium.executablePath(), ...systemBrowsers];
  return candidates.find((path) => path !== '' && existsSync(path));
}

/**
 * Installs a browser if there is none: Playwright's download first, otherwise the system's package manager.
 */
export async function ensureBrowser(say: (line: string) => void): Promise<string | undefined> {
  const found = findBrowser();
  if (found !== undefined) return found;
  say('No Chromium found; installing it with Playwright.');
  const cli = fileURLToPath(new URL('../../node_modules/playwright/cli.js', import.meta.url));
  await runNode([cli, 'install', 'chromium']);
  const downloaded = findBrowser();
  if (downloaded !== undefined) return downloaded;
  say('The download failed.');
  await installSystemPackages(['chromium'], say);
  return findBrowser();
}

export const howToGetABrowser =
  'Browser tests need Chromium: run npx playwright install chromium, or (Debian) apt-get install chromium, or set DESK_CHROMIUM.';

/** Chromium doesn't run its sandbox as root; other users keep it. */
export const browserArguments: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--disable-sync',
];
