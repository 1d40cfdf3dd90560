import { expect, test } from '../desk-test.ts';
import { holdMessages } from '../held-messages.ts';
import { DeskPage } from '../pages/desk-page.ts';

test("the link works once, and reloading the page doesn't need it", async ({
  desk,
  page,
  running,
  browser,
}) => {
  expect(page.url()).not.toContain('token');
  await page.reload();
  await expect(desk.navigation).toBeVisible();

  const otherPage = await browser.newPage();
  await otherPage.goto(running.url);
  await expect(otherPage.getByRole('heading', { name: 'Link expired' })).toBeVisible();
  await expect(otherPage.getByText('Run npm start again')).toBeVisible();
  expect(otherPage.url()).not.toContain('token');
  await otherPage.close();
});

test('a copied link works in a new tab while Tenant Desk is open in another', async ({ desk, page }) => {
  await desk.goTo('History');
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await expect(tab.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  // It has its own session: it can be reloaded after the first tab is gone.
  await tab.reload();
  await expect(tab.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  await tab.close();
});

test('the page does not violate its own policy', async ({ page, running }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(running.url);
  await expect(page.getByRole('article', { name: 'Sandbox Staging' })).toBeVisible({ timeout: 30_000 });
  expect(complaints).toEqual([]);
});

test('shows its frame before the server sends any message', async ({ page, running }) => {
  const desk = new DeskPage(page);
  const messages = await holdMessages(page);
  messages.hold();
  await page.goto(running.url);
  await expect(page.getByRole('status')).toHaveText('Starting Tenant Desk…');
  await expect(desk.navigation).toBeHidden();
  messages.release();
  await expect(desk.navigation).toBeVisible();
  await expect(page.getByText('Starting Tenant Desk…')).toBeHidden();
});

test('preserves text typed while the palette loads', async ({ desk, page }) => {
  const held = Promise.withResolvers<undefined>();
  await page.route(/PaletteDialogs/, async (route) => {
    await held.promise;
    await route.continue();
  });
  // Only after everything has loaded: the palette's script, which is held back, may be requested before that.
  await page.reload({ waitUntil: 'commit' });
  await desk.navigation.waitFor();
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('dark themee');
  await page.keyboard.press('Backspace');
  held.resolve(undefined);
  await expect(page.getByRole('combobox')).toHaveValue('dark theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('two tabs show the same', async ({ desk, page }) => {
  const opening = page.waitForEvent('popup');
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('new window');
  await expect(page.getByRole('option', { name: 'New window' })).toBeVisible();
  await page.keyboard.press('Enter');
  const second = await opening;
  await expect(second.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await desk.goTo('Settings');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(second.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('loads although its first connections fail', async ({ page, running }) => {
  let connections = 0;
  await page.routeWebSocket(/\/bridge$/, (socket) => {
    connections += 1;
    if (connections <= 2) void socket.close();
    else socket.connectToServer();
  });
  await page.goto(running.url);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  expect(connections).toBe(3);
});

test('asks for a click if the browser would not open a file picker', async ({ desk, page }) => {
  await desk.tenants.card('Sandbox Staging').getByRole('link', { name: 'Work offline' }).click();
  await desk.goTo('Migration');
  await page.evaluate(
    `Object.defineProperty(navigator, 'userActivation', { value: { isActive: false }, configurable: true })`,
  );
  const openFile = page.getByRole('button', { name: /^Open (another )?file$/ });
  await openFile.click();
  const question = page.getByRole('dialog', { name: /open/i });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();

  await openFile.click();
  const chooser = page.waitForEvent('filechooser');
  await question.getByRole('button', { name: 'Choose file' }).click();
  await (
    await chooser
  ).setFiles({
    name: 'not-an-export.json',
    mimeType: 'application/json',
    buffer: Buffer.from('nothing like it'),
  });
  await expect(page.getByText('not-an-export.json')).toBeVisible();
  await expect(question).toBeHidden();
});

test('says so when the server process has ended', async ({ desk, page, running }) => {
  // Together with its view: a view that is still loading shows a message too.
  await expect(desk.tenants.card('Sandbox Staging')).toBeVisible();
  await running.stop();
  await expect(page.getByRole('alert')).toContainText('Tenant Desk is not running');
});
