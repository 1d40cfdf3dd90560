import type { Locator, Page } from '@playwright/test';

/** The library of procedures and jobs, what an entry of it is given, and the jobs of the tenant. */
export class ProceduresPage {
  readonly search: Locator;
  readonly jobs: Locator;
  readonly result: Locator;
  /** What is sent for what is entered. */
  readonly sent: Locator;
  readonly ownSheet: Locator;
  /** What was typed, where names in the list hold it: no role that Playwright knows. */
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

  /** By keyboard alone, as somebody does who knows its name. */
  async find(words: string): Promise<void> {
    await this.#page.keyboard.press('/');
    await this.search.fill(words);
    await this.#page.keyboard.press('Enter');
  }

  /** Of the entry that is shown. */
  async choose(action: 'Edit…' | 'Duplicate as custom…' | 'Remove'): Promise<void> {
    await this.#main.getByRole('button', { name: 'More entry actions' }).click();
    await this.#page.getByRole('menuitem', { name: action }).click();
  }
}
