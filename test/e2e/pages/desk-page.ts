import type { Locator, Page } from '@playwright/test';
import type { OwnTenant } from '../own-tenant.ts';
import { ApplicationsPage } from './applications-page.ts';
import { CatalogPage } from './catalog-page.ts';
import { ChangeSetDrop } from './change-set-drop.ts';
import { DeletedPage } from './deleted-page.ts';
import { DraftsPage } from './drafts-page.ts';
import { HistoryPage } from './history-page.ts';
import { MigrationPage } from './migration-page.ts';
import { OpenPlans } from './open-plans.ts';
import { OriginsPage } from './origins-page.ts';
import { OverviewPage } from './overview-page.ts';
import { ProceduresPage } from './procedures-page.ts';
import { QueryPage } from './query-page.ts';
import { ReviewPage } from './review-page.ts';
import { RolesPage } from './roles-page.ts';
import { ScriptTestRun } from './script-test-run.ts';
import { SignOnPage } from './sign-on-page.ts';
import { TenantsPage } from './tenants-page.ts';
import { WebhooksPage } from './webhooks-page.ts';

/**
 * The window of Tenant Desk: navigation, and a page object for each view. Selectors are roles and accessible
 * names.
 */
export class DeskPage {
  readonly page: Page;
  readonly tenants: TenantsPage;
  readonly applications: ApplicationsPage;
  readonly scriptTestRun: ScriptTestRun;
  readonly signOn: SignOnPage;
  readonly catalog: CatalogPage;
  readonly origins: OriginsPage;
  readonly overview: OverviewPage;
  readonly query: QueryPage;
  readonly procedures: ProceduresPage;
  readonly webhooks: WebhooksPage;
  readonly migration: MigrationPage;
  readonly deleted: DeletedPage;
  readonly drafts: DraftsPage;
  readonly changeSetDrop: ChangeSetDrop;
  readonly history: HistoryPage;
  readonly roles: RolesPage;
  readonly review: ReviewPage;
  readonly openPlans: OpenPlans;
  readonly navigation: Locator;
  readonly main: Locator;
  readonly status: Locator;

  constructor(page: Page) {
    this.page = page;
    this.tenants = new TenantsPage(page);
    this.applications = new ApplicationsPage(page);
    this.scriptTestRun = new ScriptTestRun(page);
    this.signOn = new SignOnPage(page);
    this.catalog = new CatalogPage(page);
    this.origins = new OriginsPage(page);
    this.overview = new OverviewPage(page);
    this.query = new QueryPage(page);
    this.procedures = new ProceduresPage(page);
    this.webhooks = new WebhooksPage(page);
    this.migration = new MigrationPage(page);
    this.deleted = new DeletedPage(page);
    this.drafts = new DraftsPage(page);
    this.changeSetDrop = new ChangeSetDrop(page);
    this.history = new HistoryPage(page);
    this.roles = new RolesPage(page);
    this.review = new ReviewPage(page);
    this.openPlans = new OpenPlans(page);
    this.navigation = page.getByRole('navigation', { name: 'Main' });
    this.main = page.getByRole('main');
    this.status = page.getByRole('contentinfo', { name: 'Status' });
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.navigation.waitFor();
  }

  /**
   * Adds a tenant with injectable faults and signs in to it: through the fault proxy, unless `baseUrl` is
   * another URL of the tenant.
   */
  async signInTo(
    { network, issuer, clientId, password }: OwnTenant,
    {
      name = 'Acme Staging',
      baseUrl = network.baseUrl,
    }: { readonly name?: string; readonly baseUrl?: string } = {},
  ): Promise<void> {
    await this.goTo('Tenants');
    await this.tenants.add({ name, baseUrl, issuer, clientId, environment: 'Staging' });
    await this.tenants.signIn(name, password);
  }

  /** Follows a link in the rail, for example `Webhooks`. */
  async goTo(view: string): Promise<void> {
    await this.navigation.getByRole('link', { name: view }).click();
  }

  /** The toolbar at the top of a view, and of the item that is open in it. */
  heading(name: string | RegExp): Locator {
    return this.main.getByRole('heading', { name });
  }

  /** The search field of the view. */
  get search(): Locator {
    return this.main.getByRole('searchbox').first();
  }

  /** The focused element; matches nothing if focus was lost. */
  get focused(): Locator {
    return this.page.locator(':focus');
  }

  /** The names of the links in the rail, which are the names of the views, without their counts. */
  async viewsOfRail(): Promise<string[]> {
    const links = await this.navigation.getByRole('link').allTextContents();
    return links.map((text) => text.replace(/\d+\s*waiting/, '').trim());
  }

  /** A toast at the edge of the window. */
  toast(text: string | RegExp): Locator {
    return this.page
      .getByRole('region', { name: /^Messages/ })
      .getByRole('group')
      .filter({ hasText: text });
  }

  async switchTo(tenantName: string): Promise<void> {
    await this.navigation.getByRole('button', { name: /^Tenant:|^Choose a tenant/ }).click();
    await this.page.getByRole('menuitemcheckbox', { name: tenantName }).click();
  }
}
