import type { Locator, Page } from '@playwright/test';

export class ComparisonPage {
  readonly list: Locator;
  readonly detail: Locator;
  readonly bar: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole('listbox', { name: 'Differences' });
    this.detail = page.getByRole('region', { name: 'Difference', exact: true });
    this.bar = page.getByRole('toolbar', { name: 'Selected differences' });
  }

  row(name: string | RegExp): Locator {
    return this.list.getByRole('option', { name });
  }

  /** Compares the current tenant with this one. */
  async compareWith(tenantName: string): Promise<void> {
    await this.#page.getByRole('radio', { name: 'Compare tenants' }).click();
    const start = this.#page.getByRole('region', { name: 'Compare two tenants' });
    await start.getByRole('combobox', { name: 'From' }).click();
    await this.#page.getByRole('option', { name: tenantName }).click();
    await this.#page.keyboard.press('ControlOrMeta+Enter');
    await this.list.waitFor();
  }

  async narrow(value: string | RegExp): Promise<void> {
    const chips = this.#page.getByRole('group', { name: 'Filter differences' });
    await chips.getByRole('button', { name: value }).click();
  }
}
