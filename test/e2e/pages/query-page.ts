import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { replaceText } from './code-editor.ts';

export class QueryPage {
  readonly editor: Locator;
  readonly result: Locator;
  readonly tree: Locator;
  /** The sheet that compares two results, and the rows that differ. */
  readonly comparison: Locator;
  readonly differences: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.editor = page.getByRole('textbox', { name: 'Query text' });
    this.tree = page.getByRole('tree', { name: 'Saved queries' });
    this.result = page.getByRole('grid', { name: 'Result' });
    this.comparison = page.getByRole('dialog', { name: 'Compare results' });
    this.differences = this.comparison.getByRole('grid', { name: 'Differences' });
  }

  /** A saved query or a folder, by its name. */
  saved(name: string): Locator {
    return this.tree.getByRole('treeitem').filter({ has: this.#page.getByText(name, { exact: true }) });
  }

  async run(text: string): Promise<void> {
    await replaceText(this.#page, this.editor, text);
    await this.#page.getByRole('button', { name: 'Run', exact: false }).last().click();
  }

  /** Selects an entry of the Compare menu with the keyboard. */
  async compare(item: string): Promise<void> {
    const menu = this.#page.getByRole('main').getByRole('button', { name: 'Compare', exact: true });
    // Rows are visible before the last one has arrived.
    await expect(menu).toBeEnabled();
    await menu.press('Enter');
    await this.#page.getByRole('menuitem', { name: item }).press('Enter');
  }
}
