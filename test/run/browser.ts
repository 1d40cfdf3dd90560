import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { runNode } from './run-command.ts';
import { installSystemPackages } from './system-packages.ts';

/** First the one without a window of its own: what a page does is the same, and it takes a tenth less of the processor. */
const systemBrowsers: readonly string[] = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of a Chromium that is on this machine: the one named by `DESK_CHROMIUM`, Playwright's, or the system's. */
export function findBrowser(): string | undefined {
  const named = process.env['DESK_CHROMIUM'];
  const candidates = [...(named === undefined ? [] : [named]), chromium.executablePath(), ...systemBrowsers];
  return candidates.find((path) => path !== '' && existsSync(path));
}

/** Gets a browser when there is none: Playwright's download first, else the system's package manager. */
export async function ensureBrowser(say: (line: string) => void): Promise<string | undefined> {
  const found = findBrowser();
  if (found !== undefined) return found;
  say('No Chromium here; getting one through Playwright.');
  const cli = fileURLToPath(new URL('../../node_modules/playwright/cli.js', import.meta.url));
  await runNode([cli, 'install', 'chromium']);
  const downloaded = findBrowser();
  if (downloaded !== undefined) return downloaded;
  say('The download did not work.');
  await installSystemPackages(['chromium'], say);
  return findBrowser();
}

export const howToGetABrowser =
  'Tests in a browser need Chromium: npx playwright install chromium, or (Debian) apt-get install chromium, or its path in DESK_CHROMIUM.';

/** Chromium refuses its sandbox to the super-user; anyone else keeps it. */
export const browserArguments: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--disable-sync',
];
