import type { Locator, Page } from '@playwright/test';

/** The roles of a tenant: list, matrix and coverage, and the same cells in the Roles tab of an application. */
export class RolesPage {
  readonly list: Locator;
  readonly matrix: Locator;
  readonly search: Locator;
  readonly plan: Locator;
  readonly reviewButton: Locator;
  /** What is asked before everybody is concerned. */
  readonly guard: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole('listbox', { name: 'Roles' });
    this.matrix = page.getByRole('grid', { name: 'Application assignments by role' });
    this.search = page.getByRole('searchbox', { name: 'Search applications' });
    this.plan = page.getByRole('group', { name: 'Pending changes' });
    this.reviewButton = this.plan.getByRole('button', { name: /^Review \d+ change/ });
    this.guard = page.getByRole('dialog', { name: /Everybody\?$/ });
  }

  /** Shows the `List`, the `Matrix` or the `Coverage`. */
  async show(segment: 'List' | 'Matrix' | 'Coverage'): Promise<void> {
    await this.#page
      .getByRole('radiogroup', { name: 'Roles view' })
      .getByRole('radio', { name: segment })
      .click();
  }

  /** Opens the matrix and waits until all roles were read. */
  async openMatrix(): Promise<void> {
    await this.show('Matrix');
    // Which applications no role has is counted as soon as every role was read.
    await this.#page.getByRole('button', { name: /^No role \d/ }).waitFor();
    await this.cells(/, assigned$/)
      .first()
      .waitFor();
  }

  /** Cells by what is read of them: `Payroll, Finance, not assigned`. */
  cells(label: string | RegExp): Locator {
    return this.matrix.getByRole('gridcell', { name: label });
  }

  cell(application: string, role: string, state: string): Locator {
    return this.matrix.getByRole('gridcell', { name: `${application}, ${role}, ${state}`, exact: true });
  }

  /** What assistive technology reads where the cursor is. */
  async cursor(grid: Locator = this.matrix): Promise<string> {
    const id = await grid.getAttribute('aria-activedescendant');
    return (await this.#page.locator(`[id="${id ?? ''}"]`).getAttribute('aria-label')) ?? '';
  }

  /** The roles of the application whose Roles tab is open. */
  rolesOf(application: string): Locator {
    return this.#page.getByRole('grid', { name: `Roles with access to ${application}` });
  }
}
