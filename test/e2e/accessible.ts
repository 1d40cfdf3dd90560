import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { stillness } from './stillness.ts';

/**
 * What axe finds wrong with the page as it is now; one line a rule with the elements it names. Every rule is on, or those
 * about colors alone, for a page that was looked at whole in the other theme.
 */
export async function violationsOf(page: Page, rules: 'all' | 'colors' = 'all'): Promise<string[]> {
  // Nothing is judged half faded in.
  await stillness(page);
  // In one document, which all of ours are, without the second page that axe would open to put frames together: a third
  // of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules === 'colors') axe.withRules(['color-contrast', 'link-in-text-block']);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}

/** Fails, and goes on, for every rule that the page breaks as it is now, in either theme; only colors are the theme's. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const [colorScheme, rules] of [
    ['light', 'all'],
    ['dark', 'colors'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect.soft(await violationsOf(page, rules), `${what}, ${colorScheme}`).toEqual([]);
  }
}
