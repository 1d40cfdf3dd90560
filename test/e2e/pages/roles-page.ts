import type { Locator, Page } from '@playwright/test';

/**
 * The roles of a tenant: list, matrix and coverage, and the same cells on the Roles tab of an application.
 */
export class RolesPage {
  readonly list: Locator;
  readonly matrix: Locator;
  readonly search: Locator;
  readonly plan: Locator;
  readonly reviewButton: Locator;
  /** The confirmation before a change that affects everybody. */
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

  /** Opens the matrix and waits until all roles are loaded. */
  async openMatrix(): Promise<void> {
    await this.show('Matrix');
    // Applications without a role are counted once all roles are loaded.
    await this.#page.getByRole('button', { name: /^No role \d/ }).waitFor();
    await this.cells(/, assigned$/)
      .first()
      .waitFor();
  }

  /** Cells by their accessible text: `Payroll, Finance, not assigned`. */
  cells(label: string | RegExp): Locator {
    return this.matrix.getByRole('gridcell', { name: label });
  }

  cell(application: string, role: string, state: string): Locator {
    return this.matrix.getByRole('gridcell', { name: `${application}, ${role}, ${state}`, exact: true });
  }

  /** What assistive technology announces at the cursor. */
  async cursor(grid: Locator = this.matrix): Promise<string> {
    const id = await grid.getAttribute('aria-activedescendant');
    return (await this.#page.locator(`[id="${id ?? ''}"]`).getAttribute('aria-label')) ?? '';
  }

  /** The roles of the application whose Roles tab is open. */
  rolesOf(application: string): Locator {
    return this.#page.getByRole('grid', { name: `Roles with access to ${application}` });
  }
}
