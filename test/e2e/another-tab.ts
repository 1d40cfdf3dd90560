import type { Page } from '@playwright/test';

/** Opens another tab with this tab's session, like opening a window from it or duplicating it. */
export async function anotherTab(page: Page): Promise<Page> {
  const entries = await page.evaluate<[string, string][]>('Object.entries(sessionStorage)');
  const second = await page.context().newPage();
  await second.addInitScript(
    `for (const [name, value] of ${JSON.stringify(entries)}) sessionStorage.setItem(name, value);`,
  );
  return second;
}
