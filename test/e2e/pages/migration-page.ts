import type { Download, Locator, Page } from '@playwright/test';

export class MigrationPage {
  /** The rendered rules of the open workbook. */
  readonly rules: Locator;
  /** Where the source and the target are selected. */
  readonly start: Locator;
  /** The status of the run, and its next step. */
  readonly run: Locator;
  readonly mapping: Locator;
  readonly secrets: Locator;
  readonly columns: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    const grid = page.getByRole('grid', { name: /^Rules of / });
    this.rules = grid.getByRole('row').filter({ has: page.getByRole('gridcell') });
    this.start = page.getByRole('region', { name: 'New migration' });
    this.run = page.getByRole('status', { name: 'Migration' });
    this.mapping = page.getByRole('region', { name: 'Mapping' });
    this.secrets = page.getByRole('region', { name: 'Secrets' });
    this.columns = page.getByRole('region', { name: 'Columns missing on the target' });
  }

  rule(name: string): Locator {
    return this.rules.filter({ has: this.#page.getByText(name, { exact: true }) });
  }

  decision(name: string): Locator {
    return this.#page.getByRole('combobox', { name: `Decision for ${name}` });
  }

  /** The rules with this decision, with their count. */
  filter(decision: 'All' | 'Create' | 'Replace' | 'Skip' | 'Conflict'): Locator {
    return this.#page
      .getByRole('group', { name: 'Filter rules' })
      .getByRole('button', { name: new RegExp(`^${decision}`) });
  }

  /** Exports one webhook with full URL and headers, and returns the file that the browser downloaded. */
  async export(webhookName: string, fileName: string): Promise<Download> {
    await this.showExport();
    await this.#page.getByRole('checkbox', { name: webhookName }).click();
    for (const name of ['Include URLs', 'Include headers']) {
      await this.#page.getByRole('checkbox', { name }).check();
    }
    await this.#page.getByRole('textbox', { name: 'File name' }).fill(fileName);
    const download = this.#page.waitForEvent('download');
    await this.#page.getByRole('button', { name: 'Export 1 webhook' }).click();
    return download;
  }

  async showExport(): Promise<void> {
    await this.#page.getByRole('radio', { name: 'Export to file' }).click();
    await this.#page.getByRole('group', { name: 'Webhooks to export' }).waitFor();
  }

  async showWorkbook(): Promise<void> {
    await this.#page.getByRole('radio', { name: 'Workbook' }).click();
  }

  async chooseSource(tenantName: string): Promise<void> {
    await this.start.getByRole('combobox', { name: 'Source' }).click();
    await this.#page.getByRole('option', { name: tenantName }).click();
  }

  /** Opens a file as the source. */
  async openFile(path: string): Promise<void> {
    await this.showWorkbook();
    const chooser = this.#page.waitForEvent('filechooser');
    await this.start.getByRole('button', { name: /^Open (another )?file$/ }).click();
    await (await chooser).setFiles(path);
  }

  async chooseNewFile(): Promise<void> {
    await this.start.getByRole('combobox', { name: 'Target' }).click();
    await this.#page.getByRole('option', { name: 'A new file' }).click();
  }

  async compare(): Promise<void> {
    await this.start.getByRole('button', { name: /^(Compare|Continue)/ }).click();
    await this.run.waitFor();
  }

  async review(): Promise<void> {
    await this.run.getByRole('button', { name: /^Review / }).click();
    await this.#page.getByRole('dialog').waitFor();
  }

  async take(step: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'More', exact: true }).click();
    await this.#page.getByRole('menuitem', { name: step }).click();
  }
}
