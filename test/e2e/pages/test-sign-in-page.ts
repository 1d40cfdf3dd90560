import type { Locator, Page } from '@playwright/test';

/** The “Test sign-in” tab of an application, and the window in which the browser signs in. */
export class TestSignInPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** From the application's menu, like a user who doesn't know the tab. */
  async open(): Promise<void> {
    await this.#page
      .getByRole('region', { name: 'Application', exact: true })
      .getByRole('button', { name: 'More actions' })
      .click();
    await this.#page.getByRole('menuitem', { name: 'Sign in as test user' }).click();
  }

  get user(): Locator {
    return this.#page.getByRole('combobox', { name: 'Test user' });
  }

  get startFrom(): Locator {
    return this.#page.getByRole('combobox', { name: 'Start from' });
  }

  async chooseStart(name: 'SP-initiated' | 'IdP-initiated'): Promise<void> {
    await this.startFrom.click();
    await this.#page.getByRole('option', { name }).click();
  }

  get relayState(): Locator {
    return this.#page.getByRole('textbox', { name: 'Relay state' });
  }

  get report(): Locator {
    return this.#page.getByRole('tabpanel').getByRole('button', { name: 'Report' });
  }

  /** Decoded, compared with the draft, or raw. */
  view(name: string): Locator {
    return this.received.getByRole('radio', { name, exact: true });
  }

  /** What the draft of the script would send. */
  get comparison(): Locator {
    return this.#page.getByRole('table', { name: /^Script draft for / });
  }

  compared(name: string): Locator {
    return this.comparison.getByRole('row').filter({ has: this.#page.getByRole('rowheader', { name }) });
  }

  get verdict(): Locator {
    return this.#page.getByRole('tabpanel').getByRole('status').first();
  }

  get start(): Locator {
    return this.#page.getByRole('tabpanel').getByRole('button', { name: /^(Sign in|Run again)/ });
  }

  get waiting(): Locator {
    return this.#page.getByRole('region', { name: 'Waiting for the browser' });
  }

  get received(): Locator {
    return this.#page.getByRole('region', { name: 'Received' });
  }

  get checks(): Locator {
    return this.#page.getByRole('region', { name: 'Checks' });
  }

  get response(): Locator {
    return this.#page.getByRole('region', { name: 'Response' });
  }

  get flow(): Locator {
    return this.#page.getByRole('region', { name: 'Flow' });
  }

  row(name: string): Locator {
    return this.received.getByRole('row', { name: new RegExp(`^${name}\\b`) });
  }

  /** Signs in, or cancels, in its own window; returns the final text of that window. */
  async finishInBrowser(decision: 'Sign in' | 'Cancel' = 'Sign in'): Promise<string> {
    const url = await this.waiting.getByRole('status', { name: 'Sign-in URL' }).textContent();
    const browser = await this.#page.context().newPage();
    await browser.goto(url ?? '');
    await browser.getByRole('button', { name: decision, exact: true }).click();
    await browser.waitForURL(/\/callback$/);
    const heading = (await browser.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await browser.close();
    return heading;
  }
}
