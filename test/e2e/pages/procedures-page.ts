import type { Locator, Page } from '@playwright/test';

/** The library of procedures and jobs, the arguments of an entry, and the tenant's jobs. */
export class ProceduresPage {
  readonly search: Locator;
  readonly jobs: Locator;
  readonly result: Locator;
  /** The request that the current arguments produce. */
  readonly sent: Locator;
  readonly ownSheet: Locator;
  /** Text typed into a tag input, which has no role that Playwright knows. */
  readonly marks: Locator;
  readonly #page: Page;
  readonly #main: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#main = page.getByRole('main');
    this.search = this.#main.getByRole('searchbox', { name: 'Search procedures' });
    this.jobs = this.#main.getByRole('region', { name: 'Jobs' });
    this.result = this.#main.getByRole('grid', { name: 'Result' });
    this.sent = this.#main.getByRole('region', { name: 'Request preview' });
    this.marks = this.#main.getByRole('list').locator('mark');
    this.ownSheet = page.getByRole('dialog', { name: /custom entry$/ });
  }

  title(name: string): Locator {
    return this.#main.getByRole('heading', { level: 2, name });
  }

  entry(name: string): Locator {
    return this.#main.getByRole('link', { name });
  }

  group(name: string): Locator {
    return this.#main.getByRole('list', { name });
  }

  /** Using only the keyboard, like a user who knows the name. */
  async find(text: string): Promise<void> {
    await this.#page.keyboard.press('/');
    await this.search.fill(text);
    await this.#page.keyboard.press('Enter');
  }

  /** Of the shown entry. */
  async choose(action: 'Edit…' | 'Duplicate as custom…' | 'Remove'): Promise<void> {
    await this.#main.getByRole('button', { name: 'More entry actions' }).click();
    await this.#page.getByRole('menuitem', { name: action }).click();
  }
}
