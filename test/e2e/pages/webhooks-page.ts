import type { Locator, Page } from '@playwright/test';
import { replaceText } from './code-editor.ts';

export interface NewWebhook {
  readonly name: string;
  readonly url: string;
  readonly template: string;
  readonly headers?: string;
}

export class WebhooksPage {
  readonly list: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.list = page.getByRole('listbox', { name: 'Webhooks' });
  }

  async select(name: string): Promise<void> {
    await this.list.getByRole('option', { name }).click();
  }

  async openTab(name: 'Template' | 'Definition' | 'Deliveries' | 'Versions' | 'Record'): Promise<void> {
    await this.#page.getByRole('tab', { name }).click();
  }

  get template(): Locator {
    return this.#page.getByRole('textbox', { name: 'Payload template' });
  }

  get preview(): Locator {
    return this.#page.getByRole('textbox', { name: 'Payload preview' });
  }

  get url(): Locator {
    return this.#page.getByRole('textbox', { name: 'URL' });
  }

  /** Types the definition of a new webhook, and stays in it. */
  async begin(webhook: Omit<NewWebhook, 'template'>): Promise<void> {
    await this.#page.getByRole('button', { name: 'New', exact: true }).click();
    await this.openTab('Definition');
    await this.#page.getByRole('textbox', { name: 'Name' }).fill(webhook.name);
    await this.url.fill(webhook.url);
    if (webhook.headers !== undefined) {
      await (await this.headersAsText()).fill(webhook.headers);
    }
  }

  /** The headers as text; the definition shows them as a table by default. */
  async headersAsText(): Promise<Locator> {
    const headers = this.#page.getByRole('group', { name: 'Headers' });
    await headers.getByRole('radio', { name: 'Text' }).click();
    return headers.getByRole('textbox', { name: 'Headers as text' });
  }

  /** Fills in a new webhook; it stays a draft until it is reviewed and applied. */
  async draft(webhook: NewWebhook): Promise<void> {
    await this.begin(webhook);
    await this.openTab('Template');
    await replaceText(this.#page, this.template, webhook.template);
  }

  /** The event that "Send test" sends and the preview shows; its menu has all of them. */
  get event(): Locator {
    return this.#page.getByRole('button', { name: /^Event: / });
  }

  /** A custom sample, a built-in one, a past event or the tenant's; or an action of the menu. */
  async chooseEvent(name: string): Promise<void> {
    await this.event.click();
    await this.#page.getByRole('menu').getByText(name, { exact: true }).click();
  }

  /** Sends the event that is shown. */
  async sendTest(): Promise<void> {
    if (!(await this.event.isVisible())) await this.openTab('Template');
    await this.#page.getByRole('button', { name: 'Send test', exact: true }).click();
  }

  /** Lets the tenant choose the event. */
  async sendTenantTest(): Promise<void> {
    if (!(await this.event.isVisible())) await this.openTab('Template');
    await this.chooseEvent('Tenant’s test event');
    await this.sendTest();
  }

  async reviewChange(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Review change' }).click();
  }

  /** The option that the dialog starts with. */
  async sendTestEvent(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Send test event…' }).first().click();
    await this.testEventDialog.getByText(/^It will invoke/).waitFor();
    await this.#page.keyboard.press('ControlOrMeta+Enter');
    await this.testEventDialog.waitFor({ state: 'hidden' });
  }

  get testEventDialog(): Locator {
    return this.#page.getByRole('dialog', { name: 'Send test event' });
  }

  async chooseAction(name: string): Promise<void> {
    await this.#page
      .getByRole('region', { name: 'Webhook' })
      .getByRole('button', { name: 'More actions' })
      .click();
    await this.#page.getByRole('menuitem', { name }).click();
  }
}
