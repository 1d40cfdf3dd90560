import type { Page } from '@playwright/test';

/** Visible content that moved without user input. */
export interface LayoutShift {
  /** Layout shift score as computed by browsers; 0 means nothing moved. */
  readonly value: number;
  /** The elements that moved, with their old and new positions in px. */
  readonly moved: readonly string[];
}

/** Records shifts from then on. Call it before opening the page. */
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

/** The shifts since the last call. */
export function takeLayoutShifts(page: Page): Promise<readonly LayoutShift[]> {
  return page.evaluate<readonly LayoutShift[]>('globalThis.layoutShifts.splice(0)');
}
