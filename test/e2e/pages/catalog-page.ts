import type { Locator, Page } from '@playwright/test';

export class CatalogPage {
  /** Where the new application gets its name. */
  readonly dialog: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.dialog = page.getByRole('dialog', { name: /^Add / });
  }

  /** Opens the catalog from the application list. */
  async open(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Add', exact: true }).click();
  }

  async choose(template: string): Promise<void> {
    await this.#page.getByRole('searchbox', { name: 'Search the catalog' }).fill(template);
    await this.#page.getByRole('listitem').getByRole('button', { name: template }).first().click();
  }

  get name(): Locator {
    return this.dialog.getByRole('textbox', { name: 'Name' });
  }

  async reviewChange(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Review change' }).click();
    // It closes for the review, but stays visible briefly while the review opens.
    await this.dialog.waitFor({ state: 'hidden' });
  }
}
