import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import axeCore from 'axe-core';
import { stillness } from './stillness.ts';

/**
 * Axe parses the computed colors of each element and of what is behind it: a fifth of the time. A page has few
 * different ones, so each is parsed once.
 */
const axeSource = `${axeCore.source}
(() => {
  const { prototype } = axe.commons.color.Color;
  const parse = prototype.parseString;
  const parsed = new Map();
  prototype.parseString = function (text) {
    const known = parsed.get(text);
    if (known === undefined) parsed.set(text, { r: parse.call(this, text).r, g: this.g, b: this.b, alpha: this.alpha });
    else Object.assign(this, known);
    return this;
  };
})();`;

/**
 * Violations that axe finds in the current page, one line per rule with the affected elements. Checks all
 * rules, or only the color rules if the page has already been fully checked in the other theme.
 */
export async function violationsOf(page: Page, rules: 'all' | 'colors' = 'all'): Promise<string[]> {
  // Wait for fade-ins to finish before checking.
  await stillness(page);
  // All our content is in one document, so skip the second page that axe opens to combine frames: that saves
  // a third of the time. The size of targets is WCAG 2.2 and not on by default.
  const axe = new AxeBuilder({ page, axeSource }).setLegacyMode().options({
    resultTypes: ['violations'],
    rules: { 'target-size': { enabled: true } },
  });
  if (rules === 'colors') axe.withRules(['color-contrast', 'link-in-text-block']);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}

/**
 * Soft-fails once for every rule that the current page violates in either theme; the second theme only checks
 * colors.
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const [colorScheme, rules] of [
    ['light', 'all'],
    ['dark', 'colors'],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect.soft(await violationsOf(page, rules), `${what}, ${colorScheme}`).toEqual([]);
  }
}
