import type { Page } from '@playwright/test';

/** Resolves when nothing on the page fades or moves anymore; endless animations are ignored. */
export async function stillness(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    await document.fonts.ready;
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    await frame();
    const moving = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(moving.map(({ finished }) => finished));
    await frame();
  })()`);
}
