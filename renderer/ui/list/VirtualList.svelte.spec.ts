import { createRawSnippet } from 'svelte';
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import VirtualList from './VirtualList.svelte';

const list = page.getByRole('listbox', { name: 'Things' });
const options = () => [...list.element().querySelectorAll<HTMLElement>('[role=option]')];
const texts = () => options().map(({ textContent }) => textContent.trim());
const manyItems = (count: number, what = 'Thing') =>
  Array.from({ length: count }, (_, index) => `${what} ${index + 1}`);
/** The part of the rows that is within the list. */
const visible = () => {
  const { top, bottom } = list.element().getBoundingClientRect();
  return options()
    .filter((row) => row.getBoundingClientRect().top >= top && row.getBoundingClientRect().bottom <= bottom)
    .map(({ textContent }) => textContent.trim());
};

const row = createRawSnippet<[string, unknown]>((item) => ({
  render: () => '<span></span>',
  setup(element) {
    $effect(() => {
      element.textContent = item();
    });
  },
}));

/** A list with ten visible rows. */
async function show(items: readonly string[]) {
  const target = document.body.appendChild(document.createElement('div'));
  target.style.height = '400px';
  onTestFinished(() => target.remove());
  const { rerender } = await render(VirtualList<string>, {
    target,
    props: { items, key: (item) => item, label: (item) => item, name: 'Things', row, rowHeight: 40 },
  });
  await expect.poll(visible).toEqual(items.slice(0, 10));
  return (next: readonly string[]) => rerender({ items: next });
}

it('renders the visible rows and a few more, of ten thousand, wherever it is scrolled', async () => {
  await show(manyItems(10_000));
  await expect.poll(() => options().length).toBeGreaterThan(10);
  expect(options().length).toBeLessThan(40);
  list.element().scrollTop = 5000 * 40;
  await expect.poll(visible).toEqual(manyItems(10_000).slice(5000, 5010));
  expect(options().length).toBeLessThan(40);
  await expect
    .element(page.getByRole('option', { name: 'Thing 5001', exact: true }))
    .toHaveAttribute('aria-posinset', '5001');
});

it('scrolls the cursor row into view, as little as possible', async () => {
  await show(manyItems(10_000));
  list.element().focus();
  await userEvent.keyboard('{End}');
  await expect.poll(visible).toEqual(manyItems(10_000).slice(-10));
  await userEvent.keyboard('{ArrowUp}');
  expect(list.element().scrollTop).toBe(9990 * 40);
  await userEvent.keyboard('{Home}{ArrowDown}');
  await expect.poll(visible).toEqual(manyItems(10));
});

it('updates the content of its rows when others take their places, and keeps the elements', async () => {
  const showOthers = await show(manyItems(10_000));
  await expect.poll(() => options().length).toBeGreaterThan(10);
  const before = options();
  await showOthers(manyItems(9000, 'Other'));
  await expect.poll(visible).toEqual(manyItems(10, 'Other'));
  expect(options()).toEqual(before);
  await showOthers(manyItems(3, 'Other'));
  await expect.poll(texts).toEqual(manyItems(3, 'Other'));
});

it('shows the end of the remaining rows if it was scrolled further', async () => {
  const showOthers = await show(manyItems(10_000));
  list.element().scrollTop = 9000 * 40;
  await expect.poll(visible).toContain('Thing 9005');
  await showOthers(manyItems(20, 'Other'));
  await expect.poll(visible).toEqual(manyItems(20, 'Other').slice(-10));
});
