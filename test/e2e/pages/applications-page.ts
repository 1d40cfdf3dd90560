import type { Locator, Page } from '@playwright/test';
import { replaceText } from './code-editor.ts';

export class ApplicationsPage {
  readonly list: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole('listbox', { name: 'Applications' });
  }

  async search(words: string): Promise<void> {
    await this.#page.getByRole('searchbox', { name: 'Search applications' }).fill(words);
  }

  async select(name: string): Promise<void> {
    await this.list.getByRole('option', { name }).first().click();
  }

  /** The name of the row that the keys are on, which need not be the one that is open. */
  async atCursor(): Promise<string> {
    const id = await this.list.getAttribute('aria-activedescendant');
    return id === null ? '' : ((await this.#page.locator(`[id="${id}"] b`).textContent()) ?? '');
  }

  /** Opens the first application that the list shows and answers its name. */
  async selectFirst(): Promise<string> {
    const first = this.list.getByRole('option').first();
    await first.click();
    return (await first.getAttribute('aria-label')) ?? '';
  }

  async openTab(name: 'General' | 'Script' | 'Roles' | 'Record'): Promise<void> {
    await this.#page.getByRole('tab', { name }).click();
  }

  scriptEditor(applicationName: string): Locator {
    return this.#page.getByRole('textbox', { name: `Script of ${applicationName}` });
  }

  async replaceScript(applicationName: string, script: string): Promise<void> {
    await replaceText(this.#page, this.scriptEditor(applicationName), script);
  }

  /** A field of the tab General. */
  field(name: 'Name' | 'Description'): Locator {
    return this.#page
      .getByRole('region', { name: 'Application', exact: true })
      .getByRole('textbox', { name });
  }

  get title(): Locator {
    return this.#page
      .getByRole('region', { name: 'Application', exact: true })
      .getByRole('heading', { level: 2 });
  }

  async reviewChange(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Review change' }).click();
  }
}
