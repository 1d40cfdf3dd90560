import { expect, test } from '../desk-test.ts';
import type { Page } from '../desk-test.ts';
import type { DeskPage } from '../pages/desk-page.ts';

test.setTimeout(300_000);

interface ViewUnderTest {
  readonly view: string;
  /** For views without their own link in the rail. */
  readonly open?: (desk: DeskPage) => Promise<void>;
  /** The label of the field that `/` focuses; undefined for views without a search. */
  readonly search?: string;
  /** Makes a change from a field, and leaves the cursor in it; what the main key does then. */
  readonly main?: {
    readonly label: string;
    readonly type: (desk: DeskPage, page: Page) => Promise<void>;
    readonly done: (desk: DeskPage) => Promise<void>;
  };
}

const isReviewed = async ({ review }: DeskPage): Promise<void> => {
  await review.acknowledgeHosts();
  await expect(review.applyButton).toBeEnabled();
};

const viewsUnderTest: readonly ViewUnderTest[] = [
  {
    view: 'Applications',
    search: 'Search applications',
    main: {
      label: 'Review change',
      type: async ({ applications }, page) => {
        await applications.selectFirst();
        await applications.openTab('Settings');
        await applications.field('Description').fill('From a field.');
        await expect(page.getByText('Draft saved')).toBeVisible();
      },
      done: isReviewed,
    },
  },
  {
    view: 'Catalog',
    search: 'Search the catalog',
    open: async ({ page, main }) => {
      await page.goto(page.url().replace(/\/applications.*$/, '/catalog'));
      await main.getByRole('heading', { level: 1, name: 'Catalog' }).waitFor();
    },
  },
  { view: 'Roles', search: 'Search roles' },
  {
    view: 'Origins',
    main: {
      label: 'Review change',
      type: async ({ origins, main }) => {
        await origins.add('https://keys.acme.example');
        await expect(origins.rows.filter({ hasText: 'to be added' })).toBeVisible();
        await main.getByRole('textbox', { name: 'Add origins' }).fill('https://half-ty');
      },
      done: isReviewed,
    },
  },
  {
    view: 'Query',
    main: {
      label: 'Run',
      type: async ({ query, main }) => {
        await query.run('SELECT Name FROM Role WHERE Name = :name');
        await main.getByRole('textbox', { name: 'Value of name' }).fill('Everybody');
      },
      done: ({ query }) => expect(query.result.getByRole('row')).not.toHaveCount(0),
    },
  },
  {
    view: 'Webhooks',
    search: 'Search webhooks',
    main: {
      label: 'Review change',
      type: async ({ webhooks }, page) => {
        await webhooks.list.getByRole('option').first().click();
        await webhooks.openTab('Definition');
        await (await webhooks.headersAsText()).fill('X-From: a-field');
        await expect(page.getByText('Draft saved')).toBeVisible();
      },
      done: isReviewed,
    },
  },
  {
    view: 'Migration',
    main: {
      label: 'Compare',
      type: async ({ migration }) => migration.chooseSource('Sandbox Production'),
      done: ({ migration }) => expect(migration.start).toContainText(/sign/i),
    },
  },
  {
    view: 'Drafts',
    search: 'Search drafts',
    // The drafts of the views above.
    main: { label: 'Review all 3', type: ({ drafts }) => drafts.rows.first().focus(), done: isReviewed },
  },
  { view: 'History', search: 'Search history' },
  { view: 'Tenants' },
  { view: 'Settings', search: 'Search settings' },
];

test('/, Ctrl+Enter and Escape mean the same in every view, and the list of shortcuts says so', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  for (const { view, open, search, main } of viewsUnderTest) {
    await test.step(view, async () => {
      if (open === undefined) await desk.goTo(view);
      else await open(desk);
      await expect(desk.main.getByRole('heading', { level: 1, name: view })).toBeVisible();

      if (search !== undefined) {
        await expect(desk.search).toBeVisible();
        await page.keyboard.press('/');
        await expect(desk.main.getByRole('searchbox', { name: search })).toBeFocused();
        await page.keyboard.type('zz/');
        await page.keyboard.press('Escape');
        await expect(desk.search).toHaveValue('');
        await page.keyboard.press('Escape');
        await expect(desk.search).not.toBeFocused();
        await expect(desk.main.locator('h1:focus, h2:focus')).toHaveCount(1);
      }
      if (main !== undefined) {
        await main.type(desk, page);
        await page.keyboard.press('ControlOrMeta+Enter');
        await main.done(desk);
        if (await desk.review.dialog.isVisible()) {
          await page.keyboard.press('Escape');
          await expect(desk.review.dialog).toBeHidden();
        }
      }
      await desk.heading(view).first().focus();
      const hasFields = (await desk.main.getByRole('textbox').count()) > 0;
      await page.keyboard.press('?');
      const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await expect(sheet).toBeVisible();
      const hasKeys = search !== undefined || main !== undefined || hasFields;
      await expect(sheet.getByText('In this view')).toHaveCount(hasKeys ? 1 : 0);
      for (const label of [search, main?.label])
        if (label !== undefined) await expect(sheet).toContainText(label);
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
    });
  }
});

test('Escape leaves a field and an editor without losing the input', async ({ desk, page }) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.applications.select('Confluence Server');
  await desk.applications.openTab('Settings');
  const description = desk.applications.field('Description');
  await description.fill('Half a sentence');
  await page.keyboard.press('Escape');
  await expect(desk.heading('Confluence Server')).toBeFocused();
  await expect(description).toHaveValue('Half a sentence');

  await desk.goTo('Webhooks');
  await desk.webhooks.list.getByRole('option').first().click();
  await desk.webhooks.openTab('Template');
  await desk.webhooks.template.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText('half');
  // Escape closes open completions first.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(desk.webhooks.template).not.toBeFocused({ timeout: 1000 });
  }).toPass();
  await expect(desk.webhooks.template).toContainText('half');
  // Tab moves on from there: the editor doesn't trap the focus.
  await page.keyboard.press('Tab');
  await expect(desk.webhooks.template).not.toBeFocused();
});
