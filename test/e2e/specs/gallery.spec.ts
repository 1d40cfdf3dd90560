import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
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

async function violations(gallery: GalleryPage): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page: gallery.page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

for (const theme of ['light', 'dark'] as const) {
  for (const name of galleryPages) {
    test(`the gallery of ${name} is accessible in the ${theme} theme`, async ({ page }) => {
      const gallery = new GalleryPage(page, server);
      await gallery.open(name, theme);
      expect(await violations(gallery)).toEqual([]);
    });
  }
  for (const name of galleryOverlays) {
    test(`an open overlay (${name}) is accessible in the ${theme} theme`, async ({ page }) => {
      const gallery = new GalleryPage(page, server);
      await gallery.openOverlay(name, theme);
      expect(await violations(gallery)).toEqual([]);
    });
  }
}

test('a combobox is filtered by typing and chosen from with Enter', async ({ page }) => {
  const gallery = new GalleryPage(page, server);
  await gallery.open('controls', 'light');
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
  await gallery.open('data', 'light');
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
  await gallery.open('data', 'light');
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
