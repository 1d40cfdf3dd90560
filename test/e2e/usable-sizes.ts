import type { Page } from '@playwright/test';

/** A part of the page that a user works in, as measured in the window. */
export interface MeasuredPart {
  /** Its role or element, and its accessible name. */
  readonly name: string;
  /** Its visible size after scrolling to it, px. */
  readonly width: number;
  readonly height: number;
  /** Its content may need less than the minimum, px. */
  readonly contentHeight: number;
}

/** Below this a user can't work in an editor, grid or list: about five lines, and a few words, px. */
const minHeight = 96;
const minWidth = 200;

/** At 400 % zoom: two lines of a few words. */
const tinyWindow = { maxHeight: 300, minHeight: 44, minWidth: 100 };

export function isUsable({ width, height, contentHeight }: MeasuredPart, windowHeight: number): boolean {
  const least = windowHeight <= tinyWindow.maxHeight ? tinyWindow : { minHeight, minWidth };
  return width >= least.minWidth && height >= Math.min(least.minHeight, contentHeight);
}

/** Scrolls to every editor, grid, list and text area of the page, and measures its visible part. */
export function measureParts(page: Page): Promise<readonly MeasuredPart[]> {
  return page.evaluate<readonly MeasuredPart[]>(`(() => {
    const parts = '.cm-editor, textarea, [role=grid], [role=treegrid], [role=listbox], [role=table]';
    const nameOf = (element) => {
      const named = element.matches('.cm-editor') ? element.querySelector('[aria-label]') : element;
      const kind = element.getAttribute('role') ?? (element.matches('textarea') ? 'text area' : 'editor');
      return kind + ' ' + (named?.getAttribute('aria-label') ?? named?.id ?? '');
    };
    const inSight = (element) => {
      let { left, top, right, bottom } = element.getBoundingClientRect();
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(at);
        const box = at.getBoundingClientRect();
        if (overflowX !== 'visible') { left = Math.max(left, box.left); right = Math.min(right, box.right); }
        if (overflowY !== 'visible') { top = Math.max(top, box.top); bottom = Math.min(bottom, box.bottom); }
      }
      return {
        width: Math.min(right, innerWidth) - Math.max(left, 0),
        height: Math.min(bottom, innerHeight) - Math.max(top, 0),
      };
    };
    return [...document.querySelectorAll(parts)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        element.scrollIntoView({ block: 'center', inline: 'nearest' });
        const { width, height } = inSight(element);
        const contentHeight = Math.max(
          element.matches('.cm-editor') ? ${minHeight} : 0,
          element.scrollHeight,
        );
        return { name: nameOf(element), width, height, contentHeight };
      });
  })()`);
}
