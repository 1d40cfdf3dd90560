import type { Page } from '@playwright/test';
import { expect, test } from '../desk-test.ts';

test.setTimeout(120_000);

/** Opens the palette, searches and runs the first result, like a keyboard user. */
async function command(page: Page, text: string, name: RegExp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K');
  const search = page.getByRole('combobox', { name: 'Search commands' });
  await expect(search).toBeFocused();
  await page.keyboard.type(text);
  const first = page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first();
  await expect(first).toHaveAccessibleName(name);
  await page.keyboard.press('Enter');
  await expect(search).toBeHidden();
}

/** Presses Tab until `name` has the focus; fails after more than sixty presses. */
async function tabTo(page: Page, role: 'button' | 'listbox' | 'tab' | 'textbox', name: RegExp | string) {
  const target = page.getByRole(role, { name }).first();
  await target.waitFor();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test('finds an application with the search, opens it, and goes to another view, with the keyboard alone', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await expect(desk.applications.list.getByRole('option').first()).toBeVisible();
  const title = page.getByRole('region', { name: 'Application', exact: true }).getByRole('heading').first();
  await expect(title).not.toHaveText('Application');

  await test.step('Enter in the search field opens the first match', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('conflu serv');
    await page.keyboard.press('Enter');
    await expect(title).toHaveText('Confluence Server');
    await expect(desk.applications.list).toBeFocused();
  });

  await test.step('moving in the list opens nothing, Space selects, Enter opens', async () => {
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowDown');
    await expect(desk.applications.list).toBeFocused();
    const firstName = await desk.applications.atCursor();
    await page.keyboard.press('End');
    await expect.poll(() => desk.applications.atCursor()).not.toBe(firstName);
    const last = await desk.applications.atCursor();
    await expect(title).toHaveText('Confluence Server');
    await page.keyboard.press('Space');
    await expect(desk.applications.bulk).toContainText('1 selected');
    await expect(title).toHaveText('Confluence Server');
    await page.keyboard.press('Escape');
    await expect(desk.applications.bulk).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(title).toHaveText(last);
  });

  await test.step('two-key shortcuts go to another view, but not from a text field or a list', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect(page).toHaveURL(/\/applications\//);
    await desk.navigation.getByRole('link', { name: 'Applications' }).focus();
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible();
  });
});

test('signs in, changes a script, applies and undoes it with the keyboard alone', async ({ desk, page }) => {
  await test.step('sign in from the palette', async () => {
    await expect(desk.tenants.card('Sandbox Staging')).toBeVisible();
    await command(page, 'sign in staging', /Sign in to Sandbox Staging/);
    const address = page.getByRole('status', { name: 'Sign-in URL' });
    await expect(address).toContainText('http');
    const browser = await page.context().newPage();
    await browser.goto((await address.textContent())?.trim() ?? '');
    // The browser focuses it with the first frame.
    await expect(browser.getByRole('button', { name: 'Sign in', exact: true })).toBeFocused();
    await browser.keyboard.press('Enter');
    await expect(browser.getByRole('heading', { name: /signed in/i })).toBeVisible();
    await browser.close();
    await expect(desk.tenants.card('Sandbox Staging')).toContainText('Signed in as');
  });

  await test.step('find an application by its first letters and open its script', async () => {
    await command(page, 'open sandbox staging', /Open Sandbox Staging/);
    const title = page.getByRole('region', { name: 'Application', exact: true }).getByRole('heading').first();
    const opened = await title.textContent();
    await tabTo(page, 'listbox', 'Applications');
    await page.keyboard.type('con');
    await expect.poll(() => desk.applications.atCursor()).toBe('Confluence Server');
    await expect(title).toHaveText(opened ?? '');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'Confluence Server' })).toBeVisible();
    await tabTo(page, 'tab', 'Settings');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('textbox', { name: 'Script of Confluence Server' })).toContainText('set');
  });

  await test.step('change it, review, apply', async () => {
    await tabTo(page, 'textbox', 'Script of Confluence Server');
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.insertText("\nsetAttribute('Desk', 'keyboard');\n");
    await expect(page.getByText('Draft saved')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.review.dialog).toContainText("'keyboard'");
    await page.keyboard.press('Escape');
    await expect(desk.review.dialog).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'Script of Confluence Server' })).toBeFocused();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(desk.review.applyButton).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('dialog', { name: 'Applied and verified' })).toBeVisible();
    await expect(desk.review.dialog.getByRole('button', { name: 'Done' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(desk.review.dialog).toBeHidden();
  });

  await test.step('undo it from History', async () => {
    await command(page, 'history', /History/);
    await expect(desk.history.entry(/Confluence Server/)).toHaveAttribute('aria-selected', 'true');
    await tabTo(page, 'button', 'Undo');
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('dialog', { name: /^Undo: Replace script .*Confluence Server/ }),
    ).toBeVisible();
    await expect(desk.review.applyButton).toBeEnabled();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('dialog', { name: 'Applied and verified' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(desk.history.list.getByRole('option')).toHaveCount(2);
  });

  await test.step('the list of shortcuts opens with a question mark and returns the focus', async () => {
    await tabTo(page, 'listbox', 'History');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toContainText('Search or run a command');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox', { name: 'History' })).toBeFocused();
  });
});

test('changes a script, assigns a role and runs a query with few keys', async ({ desk, page }) => {
  await desk.tenants.signIn('Sandbox Staging');
  await expect(desk.applications.list.getByRole('option').first()).toBeVisible();
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
    pressed += keys.length;
  };
  let pressed = 0;
  /** Counts the keys of a job; a text that is up to the user is typed with `insertText` and doesn't count. */
  const countedJob = async (name: string, limit: number, job: () => Promise<void>): Promise<void> => {
    pressed = 0;
    await test.step(name, job);
    test.info().annotations.push({ type: 'keys', description: `${name}: ${pressed}` });
    expect(pressed, name).toBeLessThanOrEqual(limit);
  };
  const search = page.getByRole('combobox', { name: 'Search commands' });
  const first = page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first();
  const applied = page.getByRole('dialog', { name: 'Applied and verified' });

  await countedJob('change a script, apply and undo', 22, async () => {
    const script = page.getByRole('textbox', { name: 'Script of Confluence Server' });
    await press('ControlOrMeta+K');
    await expect(search).toBeFocused();
    await press(...'scr confl');
    await expect(first).toHaveAccessibleName(/Script of Confluence Server/);
    await press('Enter');
    await expect(script).toBeFocused();
    await press('ControlOrMeta+End');
    await page.keyboard.insertText("\nsetAttribute('Desk', 'few keys');\n");
    await press('ControlOrMeta+Enter');
    await expect(desk.review.applyButton).toBeEnabled();
    await press('ControlOrMeta+Enter');
    await expect(applied).toBeVisible();
    await press('ControlOrMeta+Z');
    await expect(
      page.getByRole('dialog', { name: /^Undo: Replace script .*Confluence Server/ }),
    ).toBeVisible();
    await expect(desk.review.applyButton).toBeEnabled();
    await press('ControlOrMeta+Enter');
    await expect(applied).toBeVisible();
    await press('Enter');
    await expect(desk.review.dialog).toBeHidden();
    await expect(script).not.toContainText('few keys');
  });

  await countedJob('assign a role from the palette', 8, async () => {
    await press('ControlOrMeta+K');
    await expect(search).toBeFocused();
    await page.keyboard.insertText('roles jira');
    await expect(first).toHaveAccessibleName(/^Roles of JIRA Cloud/);
    await press('Enter');
    await expect(page.getByRole('grid', { name: /^Roles with access to JIRA Cloud/ })).toBeFocused();
    await expect(page.getByText(/roles assigned/)).toBeVisible();
    await press('Space', 'ControlOrMeta+Enter');
    await expect(desk.review.applyButton).toBeEnabled();
    await press('ControlOrMeta+Enter');
    await expect(applied).toBeVisible();
    await press('Enter');
    await expect(desk.review.dialog).toBeHidden();
  });

  await countedJob('run a query from anywhere', 4, async () => {
    await press('ControlOrMeta+K');
    await expect(search).toBeFocused();
    await page.keyboard.insertText('query');
    await expect(first).toHaveAccessibleName(/^Query/);
    await press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Query' })).toBeFocused();
    await press('Enter');
    await expect(page.getByRole('textbox', { name: 'Query text' })).toBeFocused();
    await page.keyboard.insertText('-- Applications by name\n');
    await press('ControlOrMeta+Enter');
    await expect(page.getByRole('grid', { name: /result/i })).toBeVisible();
  });
});
