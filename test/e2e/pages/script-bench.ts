import type { Locator, Page } from '@playwright/test';

/** The bench beside the script of an application: made-up users, and what each is sent. */
export class ScriptBench {
  readonly region: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.region = page.getByRole('region', { name: 'Bench', exact: true });
  }

  /** Zoë O’Brien, with everything set. For a bench without users. */
  async addExample(): Promise<void> {
    await this.region.getByRole('button', { name: 'Add an example' }).press('Enter');
    await this.user('Zoë O’Brien').waitFor();
  }

  /** Somebody with nothing set, who is chosen then. */
  async addUser(): Promise<void> {
    await this.region.getByRole('button', { name: 'Add a user', exact: true }).press('Enter');
  }

  user(name: string | RegExp): Locator {
    return this.region.getByRole('radio', { name });
  }

  property(name: string): Locator {
    return this.region.getByRole('textbox', { name, exact: true });
  }

  /** What is sent under this name to the user who is chosen: on the tenant, and with the draft. */
  row(name: string): Locator {
    return this.region.getByRole('row').filter({
      has: this.#page.getByRole('rowheader', { name, exact: true }),
    });
  }

  get problems(): Locator {
    return this.#page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
  }

  /** The list of names that the editor offers. */
  get completions(): Locator {
    return this.#page.getByRole('listbox', { name: 'Completions' });
  }
}
