import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The query parameters of the gallery. */
export const galleryPages = ['controls', 'data', 'overlays', 'feedback', 'studio'] as const;
export const galleryOverlays = ['dialog', 'confirm', 'sheet', 'palette', 'shortcuts', 'toasts'] as const;

/** Serves the built gallery on a free local port. */
export interface ServedGallery {
  readonly url: string;
  stop(): Promise<void>;
}

/** Builds the gallery into its own folder, as it would be shipped, and serves it. */
export async function serveGallery(): Promise<ServedGallery> {
  const configFile = join(root, 'renderer/gallery/vite.config.ts');
  const outDir = mkdtempSync(join(tmpdir(), 'tenant-desk-gallery-'));
  await build({ configFile, logLevel: 'error', build: { outDir, emptyOutDir: true, minify: false } });
  const server = await preview({
    configFile,
    logLevel: 'error',
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  });
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('The gallery has no address.');
  return {
    url,
    async stop() {
      await server.close();
      rmSync(outDir, { recursive: true });
    },
  };
}

/** The gallery of the design system. */
export class GalleryPage {
  readonly page: Page;
  private readonly url: string;

  constructor(page: Page, gallery: ServedGallery) {
    this.page = page;
    this.url = gallery.url;
  }

  /** Opens one page with reduced motion, so that no check happens during a fade-in. */
  async open(name: (typeof galleryPages)[number]): Promise<void> {
    await this.page.emulateMedia({ reducedMotion: 'reduce' });
    await this.page.goto(`${this.url}#${name}`);
    await this.page.getByRole('heading', { name: 'Design system' }).waitFor();
    await expect(this.page.getByRole('status').filter({ hasText: 'Loading the editor' })).toHaveCount(0);
    await this.page.evaluate('document.fonts.ready.then(() => true)');
  }

  /** Opens the overlays page with one overlay open. */
  async openOverlay(name: (typeof galleryOverlays)[number]): Promise<void> {
    await this.page.emulateMedia({ reducedMotion: 'reduce' });
    await this.page.goto(`${this.url}?bare&open=${name}#overlays`);
    const shown =
      name === 'toasts' ? this.page.getByText('Script of Payroll replaced') : this.page.getByRole('dialog');
    await shown.waitFor();
    await this.waitForAnimations();
  }

  /** Waits for all animations to end. Even short opening animations last until frames are drawn. */
  async waitForAnimations(): Promise<void> {
    await this.page.evaluate(
      'Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => true)',
    );
  }

  field(name: string) {
    return this.page.getByRole('combobox', { name, exact: true });
  }

  list(name: string) {
    return this.page.getByRole('listbox', { name });
  }

  grid(name: string) {
    return this.page.getByRole('grid', { name });
  }

  region(name: string | RegExp) {
    return this.page.getByRole('region', { name });
  }

  get paletteSearch() {
    return this.page.getByRole('combobox', { name: 'Search commands' });
  }

  /** The palette's visible entries, including the selected one. */
  get paletteCommands() {
    return this.page.getByRole('listbox', { name: 'Commands' }).getByRole('option');
  }

  get chosenCommand() {
    return this.page.getByRole('option', { selected: true });
  }

  divider(name: string) {
    return this.page.getByRole('separator', { name });
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  get messages() {
    return this.page.getByRole('region', { name: 'Messages' });
  }
}
