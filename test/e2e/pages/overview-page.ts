import type { Locator, Page } from '@playwright/test';

/** What needs attention, how the tenant is doing, and recent changes. */
export class OverviewPage {
  readonly content: Locator;
  readonly attention: Locator;
  readonly recent: Locator;
  readonly tenants: Locator;

  constructor(page: Page) {
    const view = page.getByRole('region', { name: 'Overview', exact: true });
    this.content = view.getByRole('group', { name: 'Overview content' });
    this.attention = view.getByRole('region', { name: 'Needs attention' });
    this.recent = view.getByRole('region', { name: 'Your recent changes' });
    this.tenants = view.getByRole('region', { name: 'All tenants' });
  }

  section(name: string): Locator {
    return this.content.getByRole('region', { name, exact: true });
  }

  /** A row of "needs attention" that contains this text. */
  row(text: string | RegExp): Locator {
    return this.attention.getByRole('listitem').filter({ hasText: text });
  }
}
