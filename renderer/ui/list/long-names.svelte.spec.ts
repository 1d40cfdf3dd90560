import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import ListRow from './ListRow.svelte';
import PaneBar from '../layout/PaneBar.svelte';

const longName = 'Quarterly accruals and reimbursements of the subsidiary '.repeat(5).trim();
const unbroken = 'reimbursement'.repeat(20);

/** Lines that the text of an element takes. */
function linesOf(element: Element): number {
  const { lineHeight } = getComputedStyle(element);
  const height = Number.parseFloat(lineHeight) || Number.parseFloat(getComputedStyle(element).fontSize) * 1.5;
  return Math.round(element.getBoundingClientRect().height / height);
}

it.each([longName, unbroken])(
  'takes at most two lines of a row for a long name, which its tooltip shows',
  async (name) => {
    await page.viewport(320, 600);
    const { container } = await render(ListRow, { title: name, detail: name, tag: 'Draft', when: '5 min' });
    const title = container.querySelector('b');
    if (title === null) throw new Error('The row has no title.');
    expect(linesOf(title)).toBeLessThanOrEqual(2);
    expect(title.title).toBe(name);
    const row = container.querySelector('.row');
    expect(row?.scrollWidth).toBeLessThanOrEqual(320);
  },
);

it.each([
  [1280, longName],
  [640, longName],
  [320, unbroken],
])('takes at most two lines of a header %i px wide', async (width, name) => {
  await page.viewport(width, 600);
  await render(PaneBar, { title: name, level: 2 });
  const heading = page.getByRole('heading', { level: 2 });
  expect(linesOf(heading.element())).toBeLessThanOrEqual(2);
  await expect.element(heading).toHaveAttribute('title', name);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
