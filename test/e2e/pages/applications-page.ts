import type { Locator, Page } from '@playwright/test';
import { replaceText } from './code-editor.ts';

export class ApplicationsPage {
  readonly list: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole('listbox', { name: 'Applications' });
  }

  async search(text: string): Promise<void> {
    await this.#page.getByRole('searchbox', { name: 'Search applications' }).fill(text);
  }

  get searchField(): Locator {
    return this.#page.getByRole('searchbox', { name: 'Search applications' });
  }

  option(name: string | RegExp): Locator {
    return this.list.getByRole('option', { name });
  }

  /** The number of applications in the list, rendered or not. */
  async count(): Promise<number> {
    const first = this.list.getByRole('option').first();
    return (await first.count()) === 0 ? 0 : Number(await first.getAttribute('aria-setsize'));
  }

  /** The selected applications, independent of the open one. */
  get chosen(): Locator {
    return this.list.getByRole('option', { selected: true });
  }

  /** The application that is open beside the list. */
  get open(): Locator {
    return this.list.locator('[role=option][aria-current=true]');
  }

  get bulk(): Locator {
    return this.#page.getByRole('toolbar', { name: 'Selected applications' });
  }

  async openOptions(): Promise<Locator> {
    await this.#page.getByRole('button', { name: 'Filter and sort' }).click();
    return this.#page.getByRole('dialog', { name: 'Filter and sort' });
  }

  /** The filter chips, active or available. */
  filter(name: string | RegExp): Locator {
    return this.#page.getByRole('group', { name: 'Filter applications' }).getByRole('button', { name });
  }

  /** In a narrow window, a script takes the space of the list: one press shows the list. */
  async #showList(): Promise<void> {
    const back = this.#page.getByRole('main').getByRole('button', { name: 'Applications', exact: true });
    if (await back.isVisible()) await back.click();
  }

  async select(name: string): Promise<void> {
    await this.#showList();
    await this.list.getByRole('option', { name }).first().click();
  }

  /** The name of the row with the keyboard cursor, which may differ from the open one. */
  async atCursor(): Promise<string> {
    const id = await this.list.getAttribute('aria-activedescendant');
    return id === null ? '' : ((await this.#page.locator(`[id="${id}"] b`).textContent()) ?? '');
  }

  /** Opens the first application in the list and returns its name. */
  async selectFirst(): Promise<string> {
    await this.#showList();
    const first = this.list.getByRole('option').first();
    await first.click();
    return (await first.getAttribute('aria-label')) ?? '';
  }

  async openTab(name: 'Settings' | 'Script' | 'Roles' | 'Record'): Promise<void> {
    await this.#page.getByRole('tab', { name }).click();
  }

  scriptEditor(applicationName: string): Locator {
    return this.#page.getByRole('textbox', { name: `Script of ${applicationName}` });
  }

  async replaceScript(applicationName: string, script: string): Promise<void> {
    await replaceText(this.#page, this.scriptEditor(applicationName), script);
  }

  /** A field of the settings. */
  field(name: 'Name' | 'Description'): Locator {
    return this.#page
      .getByRole('region', { name: 'Application', exact: true })
      .getByRole('textbox', { name, exact: true });
  }

  get title(): Locator {
    return this.#page
      .getByRole('region', { name: 'Application', exact: true })
      .getByRole('heading', { level: 2 })
      .first();
  }

  async reviewChange(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Review change' }).click();
  }

  get moreActions(): Locator {
    return this.#page
      .getByRole('region', { name: 'Application', exact: true })
      .getByRole('button', { name: 'More actions' });
  }

  /** Opens the review of deleting it. */
  async remove(): Promise<void> {
    await this.moreActions.click();
    await this.#page.getByRole('menuitem', { name: 'Delete application…' }).click();
  }

  async openCopy(how: 'Duplicate…' | 'Copy to another tenant…'): Promise<void> {
    await this.moreActions.click();
    await this.#page.getByRole('menuitem', { name: how }).click();
  }

  /** Notes here which parts are not copied. */
  get copyDialog(): Locator {
    return this.#page.getByRole('dialog', { name: /^(Duplicate|Copy) / });
  }
}
