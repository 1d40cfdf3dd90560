import type { Locator, Page } from '@playwright/test';

/** The review of a plan: every change goes through it. */
export class ReviewPage {
  readonly dialog: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    // The palette that opened a review may still be closing.
    this.dialog = page.getByRole('dialog').and(page.locator(':not([aria-label="Command palette"])'));
  }

  item(title: string | RegExp): Locator {
    return this.dialog.getByRole('tree', { name: 'Changes' }).getByRole('treeitem', { name: title });
  }

  /** Takes one of the next steps of an unresolved plan. */
  async take(step: 'Check status' | 'Continue' | 'Resume' | 'Roll back' | 'Dismiss'): Promise<void> {
    await this.dialog.getByRole('button', { name: step }).click();
  }

  get useResultButton(): Locator {
    return this.dialog.getByRole('button', { name: 'Review result' });
  }

  /** Accepts your version of the conflicts that are left, and reviews the result. */
  async resolveConflict(count: number): Promise<void> {
    for (let number = 0; number < count; number += 1)
      await this.dialog.getByRole('button', { name: 'Accept yours' }).first().click();
    await this.useResultButton.click();
  }

  /** Closes it without applying anything. */
  async cancel(): Promise<void> {
    await this.dialog.getByRole('button', { name: /^Cancel/ }).click();
    await this.dialog.waitFor({ state: 'hidden' });
  }

  get applyButton(): Locator {
    return this.dialog.getByRole('button', { name: /^Apply \d/ });
  }

  /** Text that must be acknowledged before the plan can be applied. */
  acceptance(text: string | RegExp): Locator {
    return this.dialog.getByRole('checkbox', { name: text });
  }

  /** The button that acknowledges a host; a pressed toggle afterwards. */
  acknowledgement(host: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name: typeof host === 'string' ? `Acknowledge ${host}` : host });
  }

  /** Acknowledges every host that receives a stored credential for the first time. */
  async acknowledgeHosts(): Promise<void> {
    await this.applyButton.waitFor();
    const open = this.dialog.getByRole('button', { name: /^Acknowledge /, pressed: false });
    while ((await open.count()) > 0) await open.first().click();
  }

  /** A table of effects of the change beyond its own items. */
  finding(label: string): Locator {
    return this.dialog.getByRole('table', { name: label });
  }

  get nameOfTenant(): Locator {
    return this.dialog.getByRole('textbox', { name: 'Tenant name' });
  }

  /**
   * Acknowledges the hosts, applies the plan, waits for the receipts and closes the review. Fails on an
   * unexpected outcome.
   */
  async apply(outcome: string | RegExp = 'Applied and verified'): Promise<void> {
    await this.acknowledgeHosts();
    await this.applyButton.click();
    await this.#page.getByRole('dialog', { name: outcome }).waitFor();
    await this.dialog.getByRole('button', { name: 'Done' }).click();
    await this.dialog.waitFor({ state: 'hidden' });
  }

  /** Types the tenant's name if the plan requires it, then applies. */
  async confirmAndApply(tenantName: string): Promise<void> {
    await this.dialog.getByRole('textbox', { name: 'Tenant name' }).fill(tenantName);
    await this.apply();
  }
}
