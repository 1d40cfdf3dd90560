import type { Locator, Page } from '@playwright/test';

/** The settings of an application that sign-on uses. */
export class SignOnPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get #pane(): Locator {
    return this.#page.getByRole('region', { name: 'Application', exact: true });
  }

  async open(): Promise<void> {
    await this.#page.getByRole('tab', { name: /^Settings/ }).click();
  }

  get tab(): Locator {
    return this.#page.getByRole('tab', { name: /^Settings/ });
  }

  field(name: string): Locator {
    return this.#pane.getByRole('textbox', { name, exact: true });
  }

  /** Resolves a field, for example with `Use tenant version`. */
  resolve(how: 'Use tenant version' | 'Keep mine', field: string): Locator {
    return this.#pane.getByRole('button', { name: `${how}: ${field}` });
  }

  useTenants(field: string): Locator {
    return this.#pane.getByRole('button', { name: `Use tenant version: ${field}` });
  }

  async addAttribute(name: string, value: string): Promise<void> {
    await this.#pane.getByRole('button', { name: 'Add attribute' }).click();
    await this.#page.keyboard.type(name);
    await this.#page.keyboard.press('Tab');
    await this.#page.keyboard.type(value);
  }

  /** What is missing before anyone can sign in. */
  get missing(): Locator {
    return this.#pane.getByRole('note', { name: 'Required settings' });
  }

  /** A tenant value that the application needs, for example its `Issuer`. */
  async given(name: string): Promise<string> {
    const copy = this.#page.getByRole('button', { name: `Copy ${name}`, exact: true });
    const value = this.#page.getByRole('definition').filter({ has: copy }).getByRole('code');
    return (await value.textContent())?.trim() ?? '';
  }

  choice(group: string, name: string): Locator {
    return this.#pane.getByRole('group', { name: group }).getByRole('checkbox', { name });
  }

  /** The button that opens the options of a select. */
  select(name: string): Locator {
    return this.#pane.getByRole('combobox', { name, exact: true });
  }

  async choose(name: string, option: RegExp): Promise<void> {
    await this.select(name).click();
    await this.#page.getByRole('option', { name: option }).click();
  }

  flag(name: string): Locator {
    return this.#pane.getByRole('switch', { name });
  }

  get fillFromMetadata(): Locator {
    return this.#pane.getByRole('button', { name: 'Fill from metadata…' });
  }

  /** Where values from metadata are reviewed. */
  get metadata(): Locator {
    return this.#page.getByRole('dialog', { name: 'Fill from metadata' });
  }

  get metadataText(): Locator {
    return this.metadata.getByRole('textbox', { name: 'Metadata', exact: true });
  }

  get metadataUrl(): Locator {
    return this.metadata.getByRole('textbox', { name: 'Metadata URL' });
  }

  async readMetadataFromUrl(): Promise<void> {
    await this.metadata.getByText('URL', { exact: true }).click();
  }

  /** Drops a file with this content on the window. */
  async dropMetadataFile(name: string, content: string): Promise<void> {
    const file = `new File([${JSON.stringify(content)}], ${JSON.stringify(name)})`;
    const dataTransfer = await this.#page.evaluateHandle(
      `(() => { const transfer = new DataTransfer(); transfer.items.add(${file}); return transfer; })()`,
    );
    const title = this.metadata.getByRole('heading');
    await title.dispatchEvent('dragover', { dataTransfer });
    await title.dispatchEvent('drop', { dataTransfer });
  }

  /** Selects a file with this content without the system dialog. */
  async chooseMetadataFile(name: string, content: string): Promise<void> {
    const file = { name, mimeType: 'application/xml', buffer: Buffer.from(content) };
    await this.metadata.locator('input[type=file]').setInputFiles(file);
  }
}
