import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { stillness } from './stillness.ts';

/** What axe finds wrong with the page as it is now, every rule on; one line a rule with the elements it names. */
export async function violationsOf(page: Page): Promise<string[]> {
  // Nothing is judged half faded in.
  await stillness(page);
  // In one document, which all of ours are, without the second page that axe would open to put frames together: a third
  // of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}
