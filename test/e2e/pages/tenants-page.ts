import type { Locator, Page } from '@playwright/test';

export class TenantsPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  card(tenantName: string): Locator {
    return this.#page.getByRole('article', { name: tenantName });
  }

  /**
   * Signs in the way a person does: the desk says which address it opened, and a second browser window plays the
   * system browser. Answers that window, which shows the desk's closing page.
   */
  async signIn(tenantName: string): Promise<Page> {
    const url = await this.startSignIn(tenantName);
    const browser = await this.#page.context().newPage();
    await browser.goto(url);
    await browser.getByRole('button', { name: 'Sign in' }).click();
    await browser.getByRole('heading', { name: /signed in/i }).waitFor();
    return browser;
  }

  /** Presses the card's button and answers the address that the system browser is to open. */
  async startSignIn(tenantName: string): Promise<string> {
    const card = this.card(tenantName);
    await card.getByRole('button', { name: /Open sandbox|Sign in/ }).click();
    const address = card.getByRole('status', { name: 'Sign-in address' });
    await address.waitFor();
    return (await address.textContent())?.trim() ?? '';
  }
}
