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

  /** Of the entry that is shown: a notification may offer an "Undo" of its own. */
  get undoButton(): Locator {
    return this.#page
      .getByRole('region', { name: 'Entry' })
      .getByRole('button', { name: 'Undo', exact: true });
  }

  async undo(): Promise<void> {
    await this.undoButton.click();
  }
}
