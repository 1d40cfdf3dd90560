import type { Locator, Page } from '@playwright/test';

/** The banner above every view for a plan that was started and is unresolved. */
export class OpenPlans {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  banner(text: string | RegExp): Locator {
    return this.#page.getByRole('alert').filter({ hasText: text });
  }

  step(text: string | RegExp, name: 'Check status' | 'Continue' | 'Resume' | 'Roll back' | 'Show'): Locator {
    return this.banner(text).getByRole('button', { name });
  }
}
