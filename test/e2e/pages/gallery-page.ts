import type { Page } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What the gallery's address can open. */
export const galleryPages = ['controls', 'data', 'overlays', 'feedback', 'studio'] as const;
export const galleryOverlays = ['dialog', 'confirm', 'sheet', 'palette', 'shortcuts', 'toasts'] as const;
export type GalleryTheme = 'light' | 'dark';

/** Serves the gallery from its sources on a free port. */
export async function serveGallery(): Promise<ViteDevServer> {
  const server = await createServer({
    configFile: join(root, 'renderer/gallery/vite.config.ts'),
    server: { port: 0, hmr: false },
    logLevel: 'error',
  });
  return server.listen();
}

/** The gallery of the design system. */
export class GalleryPage {
  readonly page: Page;
  private readonly url: string;

  constructor(page: Page, server: ViteDevServer) {
    this.page = page;
    const url = server.resolvedUrls?.local[0];
    if (url === undefined) throw new Error('The gallery has no address.');
    this.url = url;
  }

  /** Opens one page, its motion reduced so that nothing is judged half faded in. */
  async open(name: (typeof galleryPages)[number], theme: GalleryTheme): Promise<void> {
    await this.page.emulateMedia({ reducedMotion: 'reduce' });
    await this.page.goto(`${this.url}?theme=${theme}#${name}`);
    await this.page.getByRole('heading', { name: 'Design system' }).waitFor();
    await this.page.evaluate(() => document.fonts.ready);
  }

  /** Opens the overlays with one of them open. */
  async openOverlay(name: (typeof galleryOverlays)[number], theme: GalleryTheme): Promise<void> {
    await this.page.emulateMedia({ reducedMotion: 'reduce' });
    await this.page.goto(`${this.url}?bare&theme=${theme}&open=${name}#overlays`);
    const shown =
      name === 'toasts' ? this.page.getByText('Script of Payroll replaced') : this.page.getByRole('dialog');
    await shown.waitFor();
    await this.page.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished)),
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
}
