import type { Locator, Page } from '@playwright/test';

/** All edits that aren't applied yet. */
export class DraftsPage {
  readonly search: Locator;
  readonly rows: Locator;
  /** Recently applied changes. */
  readonly applied: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    const main = page.getByRole('main');
    this.search = main.getByRole('searchbox', { name: 'Search drafts' });
    this.rows = main.getByRole('row');
    this.applied = main.getByRole('region', { name: 'Recently applied' }).getByRole('listitem');
  }

  ofTenant(name: string): Locator {
    return this.#page.getByRole('region', { name, exact: true });
  }

  reviewButton(tenantName: string): Locator {
    return this.ofTenant(tenantName).getByRole('button', { name: /^Review (all|draft|\d)/ });
  }

  async reviewAll(tenantName: string): Promise<void> {
    await this.reviewButton(tenantName).click();
  }

  async discardAll(tenantName: string): Promise<void> {
    await this.ofTenant(tenantName)
      .getByRole('button', { name: /^Discard all/ })
      .click();
  }
}
