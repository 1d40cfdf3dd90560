import type { Locator, Page } from '@playwright/test';

/** Deleted items, and how to restore them. */
export class DeletedPage {
  readonly dialog: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.dialog = page.getByRole('dialog', { name: 'Deleted applications' });
  }

  async open(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Deleted applications' }).click();
    await this.dialog.waitFor();
  }

  get search(): Locator {
    return this.dialog.getByRole('searchbox', { name: 'Search deleted items' });
  }

  get rows(): Locator {
    return this.dialog.getByRole('option');
  }

  get restore(): Locator {
    return this.dialog.getByRole('button', { name: /^Restore/ });
  }
}
