import type { Locator, Page } from '@playwright/test';

/** The test run beside an application's script: test users, and what the application receives for each. */
export class ScriptTestRun {
  readonly region: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.region = page.getByRole('region', { name: 'Test users', exact: true });
  }

  /** Adds Zoë O’Brien, with every property set. For a test run without users. */
  async addExample(): Promise<void> {
    await this.region.getByRole('button', { name: 'Add example' }).press('Enter');
    await this.user('Zoë O’Brien').waitFor();
  }

  /** Adds a user without any properties and selects it. */
  async addUser(): Promise<void> {
    await this.region.getByRole('button', { name: 'Add user', exact: true }).press('Enter');
  }

  user(name: string | RegExp): Locator {
    return this.region.getByRole('radio', { name });
  }

  get users(): Locator {
    return this.region.getByRole('group', { name: 'Test user' }).getByRole('radio');
  }

  property(name: string): Locator {
    return this.region.getByRole('textbox', { name, exact: true });
  }

  /** The value sent under this name for the selected user: by the tenant's script, and by the draft. */
  row(name: string): Locator {
    return this.region.getByRole('row').filter({
      has: this.#page.getByRole('rowheader', { name, exact: true }),
    });
  }

  /** Shows the rows that are the same with both scripts. */
  async showUnchanged(): Promise<void> {
    await this.region.getByRole('button', { name: /^Show \d+ unchanged$/ }).click();
  }

  get problems(): Locator {
    return this.#page.getByRole('list', { name: 'Problems' }).getByRole('listitem');
  }

  /** Switches to `Test users`, `Edit` or `Compare`. */
  async show(view: string): Promise<void> {
    await this.#page.getByRole('radio', { name: view, exact: true }).press('Space');
  }

  editor(application: string): Locator {
    return this.#page.getByRole('textbox', { name: `Script of ${application}`, exact: true });
  }

  /** The editor's visible text, for a script that fits into it. */
  async textOf(application: string): Promise<string> {
    return (await this.editor(application).locator('.cm-line').allTextContents()).join('\n');
  }

  /** The line with the cursor. */
  currentLine(application: string): Locator {
    return this.editor(application).locator('.cm-activeLine');
  }

  /** Opens the dialog that imports users from a query. */
  async importUsers(): Promise<Locator> {
    await this.region.getByRole('button', { name: 'Import from a query…' }).press('Enter');
    const sheet = this.#page.getByRole('dialog', { name: 'Import users from a query' });
    await sheet.waitFor();
    return sheet;
  }

  /** Runs an action from the script's menu. */
  async chooseAction(name: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'More script actions' }).press('Enter');
    await this.#page.getByRole('menuitem', { name }).press('Enter');
  }

  /** The versions, two of which are compared. */
  get versions(): Locator {
    return this.#page.getByRole('region', { name: 'Versions', exact: true });
  }

  get restore(): Locator {
    return this.#page.getByRole('button', { name: /^Restore .* as draft$/ });
  }

  /** The completions that the editor offers. */
  get completions(): Locator {
    return this.#page.getByRole('listbox', { name: 'Completions' });
  }
}
