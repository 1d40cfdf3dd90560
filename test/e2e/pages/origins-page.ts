import type { Locator, Page } from '@playwright/test';

export class OriginsPage {
  readonly rows: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.rows = page.getByRole('list', { name: 'Trusted origins' }).getByRole('listitem');
  }

  async add(address: string): Promise<void> {
    await this.#page.getByRole('textbox', { name: 'Add an origin' }).fill(address);
    await this.#page.getByRole('button', { name: 'Add', exact: true }).click();
  }

  async reviewChange(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Review change' }).click();
  }
}
