import type { Download, Locator, Page } from '@playwright/test';

export class MigrationPage {
  readonly rulesInFile: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.rulesInFile = page.getByRole('list', { name: 'Webhooks in the file' }).getByRole('listitem');
  }

  /** Exports one webhook with address and headers in full, and answers the file that the browser downloaded. */
  async export(webhookName: string, fileName: string): Promise<Download> {
    await this.#page.getByRole('checkbox', { name: webhookName }).click();
    for (const name of ['Include URLs', 'Include headers']) {
      await this.#page.getByRole('checkbox', { name }).check();
    }
    await this.#page.getByRole('textbox', { name: 'File name' }).fill(fileName);
    const download = this.#page.waitForEvent('download');
    await this.#page.getByRole('button', { name: 'Export 1 webhook' }).click();
    return download;
  }

  async openFile(path: string): Promise<void> {
    const chooser = this.#page.waitForEvent('filechooser');
    await this.#page.getByRole('button', { name: /^Open (another )?file$/ }).click();
    await (await chooser).setFiles(path);
  }

  async reviewImport(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Review import' }).click();
  }
}
