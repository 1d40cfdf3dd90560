import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { fakeBrowserDesk } from '../../test/fakes/browser-desk.ts';
import App from './App.svelte';

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const back = page.getByRole('button', { name: 'Back', exact: true });
const forward = page.getByRole('button', { name: 'Forward', exact: true });

beforeEach(async () => {
  history.replaceState(null, '', '#/drafts');
  await page.viewport(1280, 800);
  await render(App, { desk: fakeBrowserDesk().desk });
  await expect.element(heading('Drafts')).toBeVisible();
});

it('goes back and forward with buttons and keys, and no further than the first view', async () => {
  await expect.element(back).toHaveAttribute('aria-disabled', 'true');
  location.hash = '#/settings';
  await expect.element(heading('Settings')).toHaveFocus();
  await back.click();
  await expect.element(heading('Drafts')).toHaveFocus();
  await expect.element(back).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  await expect.element(heading('Drafts')).toBeVisible();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await expect.element(heading('Settings')).toHaveFocus();
  await expect.element(forward).toHaveAttribute('aria-disabled', 'true');
});

it('goes back and forward with the buttons of the mouse', async () => {
  location.hash = '#/settings';
  await expect.element(heading('Settings')).toHaveFocus();
  const press = (button: number) =>
    document.body.dispatchEvent(new MouseEvent('mouseup', { button, bubbles: true, cancelable: true }));
  press(3);
  await expect.element(heading('Drafts')).toHaveFocus();
  press(4);
  await expect.element(heading('Settings')).toHaveFocus();
});
