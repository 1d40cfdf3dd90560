import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import FunctionsWindow from '../../../test/component/FunctionsWindow.svelte';
import { fakeDesk } from '../../../test/fakes/desk.ts';
import { ViewState } from '../../state/view-state.ts';

it('folds to its bar, which is remembered, and F1 unfolds it', async () => {
  const { desk } = fakeDesk();
  const viewState = new ViewState(desk);
  const first = await render(FunctionsWindow, { desk, viewState });
  const list = page.getByRole('listbox', { name: 'Functions and values' });
  await expect.element(list).toBeVisible();
  await page.getByRole('button', { name: 'Hide functions' }).click();
  await expect.element(list).not.toBeInTheDocument();
  await first.unmount();
  await render(FunctionsWindow, { desk, viewState });
  await expect.element(page.getByRole('button', { name: 'Show functions' })).toBeVisible();
  await expect.element(list).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Focus functions' }).click();
  await expect.element(list).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Search functions' })).toHaveFocus();
});
