import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { fakeBrowserDesk } from '../../test/fakes/browser-desk.ts';
import App from './App.svelte';

const palette = page.getByRole('dialog', { name: 'Command palette' });
const field = page.getByPlaceholder('Search or run a command…');

/** A key as the browser reports it for another layout, or for an input method. */
function press(key: string, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  return !(document.activeElement ?? document.body).dispatchEvent(event);
}

beforeEach(async () => {
  location.hash = '#/drafts';
  await page.viewport(1280, 800);
  await render(App, { desk: fakeBrowserDesk().desk });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Drafts' })).toBeVisible();
});

it.each([
  ['a Cyrillic layout', 'л'],
  ['Caps Lock', 'K'],
])('opens the palette with %s', async (_what, key) => {
  expect(press(key, { code: 'KeyK', ctrlKey: true })).toBe(true);
  await expect.element(field).toHaveFocus();
});

it('goes to a view on a Cyrillic layout and with Caps Lock', async () => {
  press('п', { code: 'KeyG' });
  press('ы', { code: 'KeyS' });
  await expect.poll(() => location.hash).toBe('#/settings');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toHaveFocus();
  press('G', { code: 'KeyG' });
  press('H', { code: 'KeyH' });
  await expect.poll(() => location.hash).toBe('#/history');
});

it('leaves Escape and Enter to an input method that is composing', async () => {
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(field).toHaveFocus();
  await field.fill('settings');
  for (const key of ['Escape', 'Enter']) {
    press(key, { isComposing: true });
    // Safari ends the composition before the key that ends it.
    press(key, { keyCode: 229 });
  }
  await expect.element(field).toHaveValue('settings');
  expect(location.hash).toBe('#/drafts');
  press('Escape');
  await expect.element(palette).not.toBeInTheDocument();
});
