import { expect, test } from '@playwright/test';
import { violationsOf } from '../accessible.ts';
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

/** One load serves both themes: the gallery follows the system where its address names none. */
async function expectNoViolations(gallery: GalleryPage, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await gallery.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect.soft(await violationsOf(gallery.page), `${what}, ${colorScheme}`).toEqual([]);
  }
}

test('every page of the gallery is accessible in both themes', async ({ page }) => {
  const gallery = new GalleryPage(page, server);
  for (const name of galleryPages) {
    await gallery.open(name);
    await expectNoViolations(gallery, name);
  }
});

test('every open overlay is accessible in both themes', async ({ page }) => {
  const gallery = new GalleryPage(page, server);
  for (const name of galleryOverlays) {
    await gallery.openOverlay(name);
    await expectNoViolations(gallery, name);
  }
});

test('a combobox is filtered by typing and chosen from with Enter', async ({ page }) => {
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

test('a list of ten thousand rows goes to its end and finds a row by its first letters', async ({ page }) => {
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
