import type { Page } from '@playwright/test';

/**
 * What forced colors make disappear: elements that are selected, current, pressed or checked and look like those around
 * them, and dots and bars in the color behind them.
 */
export function lostParts(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const states = '[aria-selected=true], [aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-checked=true]';
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
