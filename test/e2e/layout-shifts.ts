import type { Page } from '@playwright/test';

/** Something that was in sight and moved without the person having done anything. */
export interface LayoutShift {
  /** Of the window's size, as browsers compute it: 0 is still. */
  readonly value: number;
  /** What moved, and from where to where, px. */
  readonly moved: readonly string[];
}

/** Before the page is opened: what moves from then on is noted. */
export async function observeLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(`(() => {
    const nameOf = (node) => {
      const element = node?.nodeType === 1 ? node : node?.parentElement;
      if (element === null || element === undefined) return 'something that is gone';
      const label = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
      return element.tagName.toLowerCase() + '.' + element.className.toString().split(' ')[0] + ' "' + label + '"';
    };
    const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(',');
    globalThis.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (!entry.hadRecentInput)
          globalThis.layoutShifts.push({
            value: entry.value,
            moved: entry.sources.map(
              ({ node, previousRect, currentRect }) =>
                nameOf(node) + ': ' + box(previousRect) + ' to ' + box(currentRect),
            ),
          });
    }).observe({ type: 'layout-shift', buffered: true });
  })()`);
}

/** What moved since this was last asked. */
export function takeLayoutShifts(page: Page): Promise<readonly LayoutShift[]> {
  return page.evaluate<readonly LayoutShift[]>('globalThis.layoutShifts.splice(0)');
}
