import type { Browser, Page } from 'playwright';
import { chromium } from 'playwright';
import { browserArguments, ensureBrowser, howToGetABrowser } from '../run/browser.ts';
import type { Benchmark } from './benchmark.ts';
import { measureKeys, measureList } from './window/list.ts';
import { measureMatrix } from './window/matrix.ts';
import type { PreparedDesk } from './window/prepared-desk.ts';
import { prepareDesk } from './window/prepared-desk.ts';
import { measureStart } from './window/start.ts';

const applications = 10_000;
const roles = 200;

/**
 * What a user waits for in the window, in a real browser: its start, a view with 10,000 applications, typing.
 */
const benchmark: Benchmark = {
  name: 'window',
  async run() {
    const executablePath = await ensureBrowser((line) => console.error(line));
    if (executablePath === undefined) throw new Error(howToGetABrowser);
    const browser = await chromium.launch({ executablePath, args: [...browserArguments] });
    const full = await prepareDesk({ applications });
    const empty = await prepareDesk({ applications: 0 });
    const withRoles = await prepareDesk({ applications, roles });
    try {
      // The link of Tenant Desk works once: everything is measured in one tab.
      const fullPage = await openDesk(browser, full);
      const start = await measureStart(fullPage);
      const list = await measureList({ fullPage, emptyPage: await openDesk(browser, empty) });
      const keys = await measureKeys(fullPage);
      return [...start, ...list, ...keys, ...(await measureMatrix(await openDesk(browser, withRoles)))];
    } finally {
      await browser.close();
      await full.stop();
      await empty.stop();
      await withRoles.stop();
    }
  },
};

export default benchmark;

async function openDesk(browser: Browser, desk: PreparedDesk): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(desk.running.url);
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await openApplications(page);
  return page;
}

/** The prepared tenant is listed beside the built-in sandboxes. */
async function openApplications(page: Page): Promise<void> {
  const switcher = page.getByRole('button', { name: /^Tenant:|^Choose a tenant/ });
  await switcher.click();
  await page
    .getByRole('menuitemcheckbox', { name: /^Acme(?! (Staging|Production|Sandbox))/ })
    .first()
    .click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Applications' }).click();
  await page.getByRole('searchbox', { name: 'Search applications' }).waitFor();
}
