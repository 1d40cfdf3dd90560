import type { Locator, Page } from '@playwright/test';
import { replaceText } from './code-editor.ts';

export class QueryPage {
  readonly editor: Locator;
  readonly result: Locator;
  readonly tree: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.editor = page.getByRole('textbox', { name: 'Query text' });
    this.tree = page.getByRole('tree', { name: 'Saved queries' });
    this.result = page.getByRole('grid', { name: 'Result' });
  }

  /** A saved query or a folder, by its name. */
  saved(name: string): Locator {
    return this.tree.getByRole('treeitem').filter({ has: this.#page.getByText(name, { exact: true }) });
  }

  async run(text: string): Promise<void> {
    await replaceText(this.#page, this.editor, text);
    await this.#page.getByRole('button', { name: 'Run', exact: false }).last().click();
  }
}
