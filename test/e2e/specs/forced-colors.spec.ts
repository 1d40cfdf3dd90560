import { violationsOf } from '../accessible.ts';
import { expect, test } from '../desk-test.ts';
import type { Page } from '../desk-test.ts';
import { openPlaces } from '../open-places.ts';

test.setTimeout(900_000);

/**
 * What forced colors make disappear: elements that are selected, current, pressed or checked and look like those around
 * them, and dots and bars in the color behind them.
 */
function lostParts(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const states = '[aria-selected=true], [aria-current=true], [aria-current=page], [aria-pressed=true], [aria-checked=true]';
    const signs = 'main i:not(:has(*)), [role=progressbar] > *, .dot:is([role], [aria-hidden]):not(.off)';
    const painted = (element) => {
      if (element === null) return 'nothing';
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      if (backgroundImage !== 'none') return backgroundImage;
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? painted(element.parentElement) : backgroundColor;
    };
    const isShown = (element) => element.checkVisibility() && element.getBoundingClientRect().width > 1;
    const nameOf = (element) =>
      element.tagName.toLowerCase() + '.' + element.className + ' "' + element.textContent.trim().slice(0, 40) + '"';
    const around = (element) => {
      const outer = element.parentElement.closest(states + ', [data-chosen]');
      return outer === null ? painted(element.parentElement) : 'another state';
    };
    const isEmpty = (element) => element.textContent.trim() === '';
    return [
      ...[...document.querySelectorAll(states)].filter((element) => painted(element) === around(element)),
      ...[...document.querySelectorAll(signs)].filter(
        (element) => isEmpty(element) && painted(element) === painted(element.parentElement),
      ),
    ].filter(isShown).map(nameOf);
  })()`);
}

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
