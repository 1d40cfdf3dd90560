import type { Locator, Page } from '@playwright/test';

export class HistoryPage {
  readonly list: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole('listbox', { name: 'History' });
  }

  entry(text: string | RegExp): Locator {
    return this.list.getByRole('option', { name: text });
  }

  async undo(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Undo', exact: true }).click();
  }
}
