import { expect, test } from '../desk-test.ts';

test('Ctrl+Enter right after selecting a procedure runs it, and opens no browser tab', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Procedures');
  const launches = page.getByRole('link', { name: 'App launches', exact: true });
  await launches.waitFor();
  const pagesBefore = page.context().pages().length;
  // In the same task as the click: the window hasn't handled the new URL yet, nor rendered its pane.
  await launches.focus();
  const isHandled = await page.evaluate<boolean>(`(() => {
    const link = document.activeElement;
    link.click();
    const keys = { key: 'Enter', code: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
    return !link.dispatchEvent(new KeyboardEvent('keydown', keys));
  })()`);
  expect(isHandled, 'the browser would follow the link in a new tab').toBe(true);
  await expect(desk.query.result.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'App launches', level: 2 })).toBeVisible();
  expect(page.context().pages()).toHaveLength(pagesBefore);
});

test('/ right after going to a view focuses its search field, followed by the typed text', async ({
  desk,
  page,
}) => {
  await desk.tenants.signIn('Sandbox Staging');
  await desk.goTo('Overview');
  await page.keyboard.type('gh/pay');
  await expect(desk.main.getByRole('searchbox', { name: 'Search history' })).toHaveValue('pay');
});
