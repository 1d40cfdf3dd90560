import { violationsOf } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import { lostParts } from '../lost-parts.ts';
import { openPlaces } from '../open-places.ts';

test.setTimeout(900_000);

for (const colorScheme of ['light', 'dark'] as const)
  test(`with forced ${colorScheme} colors, every view shows states, signs and readable text`, async ({
    desk,
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    const lost: string[] = [];
    await openPlaces(desk, page, async (place) => {
      const found = [...(await lostParts(page)), ...(await violationsOf(page, 'colors'))];
      lost.push(...found.map((part) => `${place}: ${part}`));
      // The view of the rail is current in every place.
      await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')).toHaveCount(
        1,
      );
    });
    expect(lost).toEqual([]);
  });

test('with reduced motion, nothing moves in any view', async ({ desk, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const moving: string[] = [];
  await openPlaces(desk, page, async (place) => {
    // A switched theme restyles everything that could have a transition.
    const found = await page.evaluate<readonly string[]>(`(() => {
      const root = document.documentElement;
      root.style.colorScheme = 'dark';
      const running = document.getAnimations().filter(
        ({ effect }) => effect.getComputedTiming().activeDuration > 1);
      root.style.colorScheme = '';
      return running.map(({ effect }) => effect.target.tagName + '.' + effect.target.className);
    })()`);
    moving.push(...found.map((part) => `${place}: ${part}`));
  });
  expect(moving).toEqual([]);
});
