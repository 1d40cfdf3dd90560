import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stillness } from '../e2e/stillness.ts';

interface Screen {
  readonly name: string;
  readonly theme: 'light' | 'dark';
  readonly width: number;
  readonly height: number;
  /** Two pixels of the picture for one of the page. */
  readonly isZoomed: boolean;
}

/** The most common window size, a large one, and 200 % zoom. */
const screens: readonly [Screen, ...Screen[]] = [
  { name: 'light', theme: 'light', width: 1280, height: 800, isZoomed: false },
  { name: 'dark', theme: 'dark', width: 1280, height: 800, isZoomed: false },
  { name: 'wide', theme: 'light', width: 1920, height: 1080, isZoomed: false },
  { name: 'zoom', theme: 'dark', width: 640, height: 400, isZoomed: true },
];

/**
 * With `SHOTS=one`, as in `npm test`, only the first screen: whether a view is reachable is the same on all.
 */
const wanted = process.env['SHOTS'] === 'one' ? screens.slice(0, 1) : screens;

const folder = fileURLToPath(new URL('./out/', import.meta.url));

/**
 * Takes a screenshot of the current page on every screen, as `03-applications.light.png`; with a `prefix`
 * before the number.
 */
export class Camera {
  readonly #page: Page;
  readonly #prefix: string;
  readonly #screens: readonly Screen[];
  #count = 0;

  constructor(page: Page, prefix = '', { allScreens = false } = {}) {
    mkdirSync(folder, { recursive: true });
    this.#page = page;
    this.#prefix = prefix;
    this.#screens = allScreens ? screens : wanted;
  }

  /** `arrange` recreates, on every screen, what does not survive a resize of the window, such as a menu. */
  async shoot(name: string, arrange?: () => Promise<void>): Promise<void> {
    this.#count += 1;
    const number = `${this.#prefix}${String(this.#count).padStart(2, '0')}`;
    for (const screen of this.#screens) {
      await this.#turnTo(screen);
      await this.#settle();
      await arrange?.();
      const path = join(folder, `${number}-${name}.${screen.name}.png`);
      if (screen.isZoomed) await this.#shootZoomed(path, screen);
      else await this.#page.screenshot({ path, animations: 'disabled' });
      if (arrange !== undefined) await this.#page.keyboard.press('Escape');
    }
    await this.#turnTo(screens[0]);
  }

  async #shootZoomed(path: string, { width, height }: Screen): Promise<void> {
    const session = await this.#page.context().newCDPSession(this.#page);
    const { data } = await session.send('Page.captureScreenshot', {
      clip: { x: 0, y: 0, width, height, scale: 2 },
    });
    await session.detach();
    writeFileSync(path, data, 'base64');
  }

  async #turnTo({ width, height, theme }: Screen): Promise<void> {
    await this.#page.setViewportSize({ width, height });
    await this.#page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  }

  /** Waits until the page has loaded everything and nothing moves. */
  async #settle(): Promise<void> {
    await expect(this.#page.getByRole('status').filter({ hasText: /^(Reading|Loading)/ })).toHaveCount(0);
    await stillness(this.#page);
  }
}
