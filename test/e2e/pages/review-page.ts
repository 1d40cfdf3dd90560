import type { Locator, Page } from '@playwright/test';

/** The review of a plan, which every change passes through. */
export class ReviewPage {
  readonly dialog: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    // The palette from which a review was opened may still be on its way out.
    this.dialog = page.getByRole('dialog').and(page.locator(':not([aria-label="Command palette"])'));
  }

  item(title: string | RegExp): Locator {
    return this.dialog.getByRole('tree', { name: 'Changes' }).getByRole('treeitem', { name: title });
  }

  /** Takes one of the next steps of a plan that is not settled. */
  async take(step: 'Check status' | 'Continue' | 'Resume' | 'Roll back' | 'Dismiss'): Promise<void> {
    await this.dialog.getByRole('button', { name: step }).click();
  }

  /** Leaves it without applying anything. */
  async cancel(): Promise<void> {
    await this.dialog.getByRole('button', { name: /^Cancel/ }).click();
    await this.dialog.waitFor({ state: 'hidden' });
  }

  get applyButton(): Locator {
    return this.dialog.getByRole('button', { name: /^Apply \d/ });
  }

  /** What has to be accepted, in its words, before the plan may be applied. */
  acceptance(words: string | RegExp): Locator {
    return this.dialog.getByRole('checkbox', { name: words });
  }

  /** The button that acknowledges a host, and is pressed where it was. */
  acknowledgement(host: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name: typeof host === 'string' ? `Acknowledge ${host}` : host });
  }

  /** Acknowledges every host that gets a stored credential for the first time. */
  async acknowledgeHosts(): Promise<void> {
    await this.applyButton.waitFor();
    const open = this.dialog.getByRole('button', { name: /^Acknowledge /, pressed: false });
    while ((await open.count()) > 0) await open.first().click();
  }

  /** A table of what the change does beyond its parts. */
  finding(label: string): Locator {
    return this.dialog.getByRole('table', { name: label });
  }

  get nameOfTenant(): Locator {
    return this.dialog.getByRole('textbox', { name: 'Tenant name' });
  }

  /** Applies what is shown, hosts acknowledged, waits for the receipts and closes. Fails where the outcome is another one. */
  async apply(outcome: string | RegExp = 'Applied and verified'): Promise<void> {
    await this.acknowledgeHosts();
    await this.applyButton.click();
    await this.#page.getByRole('dialog', { name: outcome }).waitFor();
    await this.dialog.getByRole('button', { name: 'Done' }).click();
    await this.dialog.waitFor({ state: 'hidden' });
  }

  /** Types the tenant's name where the plan demands it, then applies. */
  async confirmAndApply(tenantName: string): Promise<void> {
    await this.dialog.getByRole('textbox', { name: 'Tenant name' }).fill(tenantName);
    await this.apply();
  }
}
