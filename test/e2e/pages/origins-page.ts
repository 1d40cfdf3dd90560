import type { Locator, Page } from '@playwright/test';

export class OriginsPage {
  readonly rows: Locator;
  readonly field: Locator;
  /** Preview. */
  readonly preview: Locator;
  readonly check: Locator;
  /** Asks whether to keep an applied change. */
  readonly keepStrip: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.field = page.getByRole('textbox', { name: 'Add origins' });
    this.preview = page.getByRole('list', { name: 'Preview' }).getByRole('listitem');
    this.check = page.getByRole('dialog', { name: 'Is this origin allowed?' });
    this.keepStrip = page.getByRole('alert').filter({ hasText: 'Keep this change?' });
    this.rows = page.getByRole('list', { name: 'Trusted origins' }).getByRole('listitem');
  }

  async add(address: string): Promise<void> {
    await this.field.fill(address);
    await this.#page.getByRole('button', { name: 'Add', exact: true }).click();
  }

  async reviewChange(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Review change' }).click();
  }
}
