import { expect, test } from '../desk-test.ts';

test.setTimeout(240_000);

test('the focus follows navigation, and the title names the view', async ({ desk, page }) => {
  await desk.tenants.signIn('Sandbox Staging');
  for (const view of ['Roles', 'Origins', 'Migration', 'Drafts', 'History', 'Settings']) {
    await desk.goTo(view);
    await expect(desk.main.getByRole('heading', { level: 1, name: view })).toBeFocused();
  }
  await expect(page).toHaveTitle('Settings — Tenant Desk');
  await page.goBack();
  await expect(desk.main.getByRole('heading', { level: 1, name: 'History' })).toBeFocused();
  await desk.goTo('Origins');
  await expect(page).toHaveTitle('Origins · Sandbox Staging — Tenant Desk');

  await desk.goTo('Applications');
  await desk.applications.select('Confluence Server');
  await expect(page).toHaveTitle('Confluence Server · Applications · Sandbox Staging — Tenant Desk');
  // Selecting an entry leaves the focus in the list: the next arrow key moves on.
  await expect(desk.applications.list).toBeFocused();
});

test('New, Done, Discard, Remove and Undo leave the focus in the page', async ({ desk, page }) => {
  await desk.tenants.signIn('Sandbox Staging');
  const isFocusInPage = () => expect(desk.focused).toHaveCount(1);

  await test.step('New', async () => {
    await desk.goTo('Webhooks');
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await expect(desk.heading('New webhook')).toBeVisible();
    // Its first step is a choice.
    await expect(page.getByRole('button', { name: /^Slack/ })).toBeFocused();
    await expect(page).toHaveTitle('New webhook · Webhooks · Sandbox Staging — Tenant Desk');
  });

  await test.step('Remove and its Undo', async () => {
    await desk.goTo('Origins');
    await desk.origins.add('https://gone.acme.example');
    await page.getByRole('button', { name: 'Remove gone.acme.example' }).click();
    await expect(desk.origins.rows.filter({ hasText: 'gone.acme.example' })).toHaveCount(0);
    await isFocusInPage();
  });

  await test.step('Discard and its Undo', async () => {
    await desk.origins.add('https://kept.acme.example');
    await expect(page.getByText('Draft saved')).toBeVisible();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(desk.toast('Discarded')).toBeVisible();
    await isFocusInPage();
    await page.keyboard.press('F6');
    await desk.toast('Discarded').getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(desk.origins.rows.filter({ hasText: 'to be added' })).toHaveCount(1);
    await isFocusInPage();
  });

  await test.step('Done', async () => {
    await desk.origins.reviewChange();
    await desk.review.apply();
    await isFocusInPage();
  });

  await test.step('Undo in History', async () => {
    await desk.goTo('History');
    await desk.history.undo();
    await desk.review.apply();
    await isFocusInPage();
  });
});

test("moving through a list with Tab and arrows doesn't replace what is being edited", async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Webhooks');
  await desk.webhooks.begin({ name: 'Being written', url: 'https://hooks.acme.example/new' });
  const address = page.url();
  await desk.heading('Webhooks').first().focus();
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press('Tab');
    if (await desk.webhooks.list.evaluate((list) => list.matches(':focus')))
      for (const key of ['ArrowDown', 'End', 'Home', 'PageDown', 's']) await page.keyboard.press(key);
    expect(page.url()).toBe(address);
  }
  await expect(desk.heading('Being written')).toBeVisible();

  for (const [view, list] of [
    ['Applications', desk.applications.list],
    ['Roles', desk.roles.list],
  ] as const) {
    await desk.goTo(view);
    await list.getByRole('option').first().waitFor();
    // The first item of a list opens automatically if there is space beside the list.
    await expect(page).toHaveURL(/\/(applications|roles)\/[^/]+/);
    const open = page.url();
    await list.focus();
    for (const key of ['End', 'ArrowUp', 'Home', 'ArrowDown']) await page.keyboard.press(key);
    expect(page.url()).toBe(open);
  }

  for (const view of ['Query', 'Origins', 'Drafts', 'Tenants']) {
    await desk.goTo(view);
    const open = page.url();
    for (let presses = 0; presses < 25; presses += 1) await page.keyboard.press('Tab');
    expect(page.url()).toBe(open);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: 'Draft saved' })).toHaveCount(0);
  }
});
