import { expect, test } from '../desk-test.ts';
import { expectAccessible } from '../accessible.ts';
import {
  GalleryPage,
  galleryOverlays,
  galleryPages,
  serveGallery,
  type ServedGallery,
} from '../pages/gallery-page.ts';

let server: ServedGallery;

test.beforeAll(async () => {
  server = await serveGallery();
});

test.afterAll(async () => {
  await server.stop();
});

test('every page of the gallery is accessible in both themes', async ({ page }) => {
  const gallery = new GalleryPage(page, server);
  for (const name of galleryPages) {
    await gallery.open(name);
    // One load serves both themes: the gallery follows the system if its URL names none.
    await expectAccessible(gallery.page, name);
  }
});

test('every open overlay is accessible in both themes', async ({ page }) => {
  const gallery = new GalleryPage(page, server);
  for (const name of galleryOverlays) {
    await gallery.openOverlay(name);
    await expectAccessible(gallery.page, name);
  }
});

test('with reduced motion, the other theme appears at once, everywhere', async ({ page }) => {
  const gallery = new GalleryPage(page, server);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await gallery.open('controls');
  await gallery.waitForAnimations();
  // Querying the animations forces a style update, so that they are counted before any can end.
  const moving = await page.evaluate(`(() => {
    document.documentElement.style.colorScheme = 'dark';
    return document.getAnimations().length;
  })()`);
  expect(moving).toBe(0);
});

test('a combobox is filtered by typing and selected from with Enter', async ({ page }) => {
  const gallery = new GalleryPage(page, server);
  await gallery.open('controls');
  const role = gallery.field('Role');
  await role.click();
  await role.pressSequentially('contr');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(role).toHaveValue('Contractors EU');
});

test('a list of ten thousand rows scrolls to its end and finds a row by its first letters', async ({
  page,
}) => {
  const gallery = new GalleryPage(page, server);
  await gallery.open('data');
  const list = gallery.list('Applications');
  await list.focus();
  await page.keyboard.press('End');
  await expect(list.getByRole('option', { name: 'Procurement 10210' })).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.type('peo');
  const found = list.getByRole('option', { name: 'People directory 3' });
  await expect(list).toHaveAttribute(
    'aria-activedescendant',
    (await found.getAttribute('id')) ?? 'no such row',
  );
});

test('a grid extends its selection by keyboard and sorts by its header', async ({ page }) => {
  const gallery = new GalleryPage(page, server);
  await gallery.open('data');
  const grid = gallery.grid('Result');
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveCount(2);
  const header = grid.getByRole('columnheader', { name: 'Attempts' });
  await header.getByRole('button').click();
  await header.getByRole('button').click();
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await expect(grid.getByRole('row').nth(1).getByRole('gridcell').last()).toHaveText('40');
});

test('the palette searches ten thousand commands and renders at most thirty', async ({ page }) => {
  const gallery = new GalleryPage(page, server);
  await gallery.openOverlay('palette');
  await expect(gallery.paletteSearch).toBeFocused();
  await expect(gallery.paletteCommands).toHaveCount(30);
  await expect(gallery.chosenCommand).toHaveText(/^Applications/);
  await page.keyboard.type('payroll 9999');
  await expect(gallery.paletteCommands).toHaveCount(1);
  await expect(gallery.chosenCommand).toHaveText(/Payroll 9999/);
  await expect(gallery.paletteSearch).toHaveAttribute(
    'aria-activedescendant',
    (await gallery.chosenCommand.getAttribute('id')) ?? 'no such command',
  );
});

test('the palette is navigated by keys without leaving its search field, and ranks prefix matches first', async ({
  page,
}) => {
  const gallery = new GalleryPage(page, server);
  await gallery.openOverlay('palette');
  await page.keyboard.press('ArrowUp');
  await expect(gallery.chosenCommand).toHaveText(/Payroll 24/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('PageDown');
  await expect(gallery.chosenCommand).toHaveText(/Payroll 3/);
  await page.keyboard.press('Control+End');
  await expect(gallery.chosenCommand).toHaveText(/Payroll 24/);
  await page.keyboard.type('we');
  await expect(gallery.chosenCommand).toHaveText(/^Webhooks/);
  await page.keyboard.press('Home');
  await page.keyboard.type('zz');
  await expect(gallery.paletteSearch).toHaveValue('zzwe');
  await expect(gallery.paletteCommands).toHaveCount(0);
  await expect(page.getByText('No results for “zzwe”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(gallery.paletteSearch).toHaveCount(0);
});

test('F7 goes from change to change in a comparison and announces each', async ({ page }) => {
  const gallery = new GalleryPage(page, server);
  await gallery.open('data');
  const diff = gallery.region(/^Script of Payroll: /);
  await diff.focus();
  await page.keyboard.press('F7');
  await expect(diff.getByRole('status')).toHaveText('Change 1 of 2');
  await page.keyboard.press('F7');
  await expect(diff.getByRole('status')).toHaveText('Change 2 of 2');
  await expect(diff.getByText("'CostCenter'", { exact: true })).toBeInViewport();
  await page.keyboard.press('Shift+F7');
  await expect(diff.getByRole('status')).toHaveText('Change 1 of 2');
});

test('a divider is moved by keys, preserves pane sizes when the window is resized, and never hides a pane', async ({
  page,
}) => {
  const gallery = new GalleryPage(page, server);
  await gallery.open('studio');
  const divider = gallery.divider('Resize the list');
  await expect(divider).toHaveAttribute('aria-valuenow', '304');
  await divider.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(divider).toHaveAttribute('aria-valuenow', '384');
  await page.setViewportSize({ width: 560, height: 800 });
  await expect(divider).toHaveAttribute('aria-valuenow', '220');
  await page.setViewportSize({ width: 1600, height: 800 });
  await expect(divider).toHaveAttribute('aria-valuenow', '384');
  await page.keyboard.press('Home');
  await expect(divider).toHaveAttribute('aria-valuenow', '220');
  await divider.dblclick();
  await expect(divider).toHaveAttribute('aria-valuenow', '304');
});

test('a toast stays while it has the focus, offers its action to keys, and returns the focus', async ({
  page,
}) => {
  const gallery = new GalleryPage(page, server);
  await gallery.open('overlays');
  await page.clock.install();
  const show = gallery.button('Good, with undo');
  await show.click();
  await expect(gallery.messages.getByText('Script of Payroll replaced')).toBeVisible();
  await page.keyboard.press('F6');
  await page.clock.runFor(60_000);
  await expect(gallery.messages.getByText('Script of Payroll replaced')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(gallery.messages.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.clock.runFor(1_000);
  await expect(gallery.messages.getByText('Script of Payroll replaced')).toHaveCount(0);
  await expect(show).toBeFocused();
  await show.click();
  await page.clock.runFor(12_000);
  await expect(gallery.messages.getByText('Script of Payroll replaced')).toHaveCount(0);
});

test('a toast lets the user move the focus', async ({ page }) => {
  const gallery = new GalleryPage(page, server);
  await gallery.open('overlays');
  await gallery.button('Plain').click();
  await expect(gallery.messages).not.toBeEmpty();
  await page.keyboard.press('F6');
  await gallery.button('Popover').focus();
  await expect(gallery.button('Popover')).toBeFocused();
});

test('at most three toasts are shown, the newest among them', async ({ page }) => {
  const gallery = new GalleryPage(page, server);
  await gallery.open('overlays');
  for (let count = 0; count < 4; count += 1) await gallery.button('Plain').click();
  await gallery.button('Bad').click();
  await expect(gallery.messages.getByRole('button', { name: 'Dismiss' })).toHaveCount(3);
  await expect(gallery.messages.getByText('Sandbox Staging didn’t respond')).toBeVisible();
});

test('pressing a toast does not close the sheet under it', async ({ page }) => {
  const gallery = new GalleryPage(page, server);
  await gallery.open('overlays');
  await gallery.button('Bad').click();
  await gallery.button('Sheet').click();
  const sheet = page.getByRole('dialog', { name: 'Review 3 changes' });
  await gallery.messages.getByText('Sandbox Staging didn’t respond').click();
  await gallery.messages.getByRole('button', { name: 'Dismiss' }).click();
  await expect(gallery.messages.getByText('Sandbox Staging didn’t respond')).toHaveCount(0);
  await expect(sheet).toBeVisible();
});
