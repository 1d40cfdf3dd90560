import type { Locator, Page } from '@playwright/test';
import { signInByForm } from '../../integration/sign-in-by-form.ts';

export interface NewTenant {
  readonly name: string;
  readonly baseUrl: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly environment?: 'Staging' | 'Production';
}

export class TenantsPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  card(tenantName: string): Locator {
    return this.#page.getByRole('article', { name: tenantName });
  }

  /** Adds a profile through the form; the view of all tenants, or the first start, must be open. */
  async add(tenant: NewTenant): Promise<void> {
    await this.#page.getByRole('link', { name: 'Add tenant' }).first().click();
    const form = this.#page.getByRole('dialog', { name: 'Add tenant' });
    await form.getByRole('textbox', { name: 'Name' }).fill(tenant.name);
    if (tenant.environment !== undefined) {
      await form.getByRole('combobox', { name: 'Environment' }).click();
      await this.#page.getByRole('option', { name: tenant.environment }).click();
    }
    await form.getByRole('textbox', { name: 'Base URL' }).fill(tenant.baseUrl);
    await form.getByRole('textbox', { name: 'Issuer' }).fill(tenant.issuer);
    await form.getByRole('textbox', { name: 'Client ID' }).fill(tenant.clientId);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'hidden' });
  }

  /**
   * Signs in without a window of the system browser, which takes a second of processor time, and shows the
   * applications. A tenant that wasn't started by Tenant Desk itself needs its password.
   */
  async signIn(tenantName: string, password?: string): Promise<void> {
    const { page } = await signInByForm(await this.startSignIn(tenantName), password);
    const end = await page.text();
    if (!/<h1[^>]*>[^<]*signed in/i.test(end)) throw new Error(`The sign-in ended at ${page.url}: ${end}`);
    await this.#showApplications();
  }

  /**
   * Signs in like a user: Tenant Desk reports which URL it opened, and a second browser window plays the
   * system browser. Returns that window, which shows Tenant Desk's closing page.
   */
  async signInInBrowser(tenantName: string): Promise<Page> {
    const url = await this.startSignIn(tenantName);
    const browser = await this.#page.context().newPage();
    await browser.goto(url);
    await browser.getByRole('button', { name: 'Sign in' }).click();
    await browser.getByRole('heading', { name: /signed in/i }).waitFor();
    await this.#showApplications();
    return browser;
  }

  /** Presses the card's button and returns the URL that the system browser should open. */
  async startSignIn(tenantName: string): Promise<string> {
    const card = this.card(tenantName);
    await card.getByRole('button', { name: /^Open|Sign in/ }).click();
    const address = card.getByRole('status', { name: 'Sign-in URL' });
    await address.waitFor();
    return (await address.textContent())?.trim() ?? '';
  }

  /** After a sign-in the Overview opens; most specs are about applications. */
  async #showApplications(): Promise<void> {
    await this.#page.getByRole('main').getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await this.#page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Applications' })
      .click();
  }
}
