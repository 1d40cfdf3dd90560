import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { ConsoleMessages } from './console-messages.ts';
import { startOwnTenant } from './own-tenant.ts';
import type { OwnTenant } from './own-tenant.ts';
import { DeskPage } from './pages/desk-page.ts';
import { makeProfileFolder, startDesk } from './running-desk.ts';
import type { RunningDesk } from './running-desk.ts';

export interface DeskFixtures {
  /** What the pages of the test say on their consoles. */
  readonly consoleMessages: ConsoleMessages;
  /** Tenant Desk, started on an empty profile with its embedded tenants. */
  readonly running: RunningDesk;
  /** A tenant with injectable faults; started only for tests that request it. */
  readonly own: OwnTenant;
  /** Tenant Desk in a browser window, after the one-time token was used. */
  readonly desk: DeskPage;
}

/** A test that has its own running Tenant Desk. It fails if a page writes a warning or an error to its console. */
export const test = base.extend<DeskFixtures>({
  // eslint-disable-next-line no-empty-pattern -- Playwright finds fixtures by destructuring
  consoleMessages: async ({}, use) => {
    const messages = new ConsoleMessages();
    await use(messages);
    expect(messages.found, 'The console has no warnings and errors').toEqual([]);
  },
  context: async ({ context, consoleMessages }, use) => {
    consoleMessages.watch(context);
    await use(context);
  },
  running: async ({ consoleMessages }, use) => {
    const profile = makeProfileFolder();
    const running = await startDesk(profile.path);
    await use(running);
    consoleMessages.end();
    await running.stop();
    profile.remove();
  },
  // eslint-disable-next-line no-empty-pattern -- Playwright finds fixtures by destructuring
  own: async ({}, use) => {
    const own = await startOwnTenant();
    await use(own);
    await own.stop();
  },
  desk: async ({ page, running }, use) => {
    const desk = new DeskPage(page);
    await desk.open(running.url);
    await use(desk);
  },
});

export { expect } from '@playwright/test';
export type { OwnTenant, Page };
