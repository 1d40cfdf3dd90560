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

  /** Limited to the shown entry: a toast may have its own "Undo". */
  get undoButton(): Locator {
    return this.#page
      .getByRole('region', { name: 'Entry' })
      .getByRole('button', { name: 'Undo', exact: true });
  }

  async undo(): Promise<void> {
    await this.undoButton.click();
  }
}
