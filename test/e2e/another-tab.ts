import type { Page } from '@playwright/test';

/** A further tab with the session of this one, as when somebody opens a window from it or duplicates it. */
export async function anotherTab(page: Page): Promise<Page> {
  const kept = await page.evaluate<[string, string][]>('Object.entries(sessionStorage)');
  const second = await page.context().newPage();
  await second.addInitScript(
    `for (const [name, value] of ${JSON.stringify(kept)}) sessionStorage.setItem(name, value);`,
  );
  return second;
}
