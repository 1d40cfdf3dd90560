import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import ChartTable from './ChartTable.svelte';

it('scrolls by keyboard, and is no second landmark with the name of its section', async () => {
  const categories = Array.from({ length: 40 }, (_, index) => `Day ${index}`);
  const series = [{ name: 'Sign-ins', values: categories.map((_, index) => index) }];
  await render(ChartTable, { title: 'Sign-ins by day', summary: '', categories, series, height: 120 });
  await expect.element(page.getByRole('region')).not.toBeInTheDocument();
  const box = page.getByRole('group', { name: 'Sign-ins by day' }).element();
  expect(box.scrollHeight).toBeGreaterThan(box.clientHeight);
  box.focus();
  await expect.element(page.getByRole('group')).toHaveFocus();
});
