import type { Page } from '@playwright/test';

/** Files dragged over the window and dropped on it. */
export class ChangeSetDrop {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async hover(): Promise<void> {
    await this.#dispatch(['dragenter', 'dragover'], 'any.tdchanges', '');
  }

  async drop(name: string, text: string): Promise<void> {
    await this.#dispatch(['dragenter', 'dragover', 'drop'], name, text);
  }

  async #dispatch(types: readonly string[], name: string, text: string): Promise<void> {
    const file = `new File([${JSON.stringify(text)}], ${JSON.stringify(name)})`;
    const dataTransfer = await this.#page.evaluateHandle(
      `(() => { const transfer = new DataTransfer(); transfer.items.add(${file}); return transfer; })()`,
    );
    for (const type of types) await this.#page.dispatchEvent('main', type, { dataTransfer });
  }
}
