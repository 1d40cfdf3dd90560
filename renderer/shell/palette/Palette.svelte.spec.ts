import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import PaletteWindow from '../../../test/component/PaletteWindow.svelte';
import { fakeDesk } from '../../../test/fakes/desk.ts';

const field = page.getByRole('textbox', { name: 'Description' });
const dialog = page.getByRole('dialog');

async function typing() {
  const fake = fakeDesk();
  await render(PaletteWindow, { desk: fake.desk });
  await field.fill('Wh');
  return fake;
}

afterEach(() => {
  location.hash = '';
});

it('shows the shortcuts when the menu asks for them while somebody types, and leaves the text alone', async () => {
  const { emit } = await typing();
  emit('menu.chosen', { command: 'shortcuts' });
  await expect.element(dialog).toHaveTextContent('Go to anything');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('Wh');
});

it('still takes a question mark that is typed for text', async () => {
  await typing();
  await userEvent.keyboard('?');
  await expect.element(field).toHaveValue('Wh?');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('opens everything by name when the menu asks for it, in the place of what it showed', async () => {
  const { emit } = await typing();
  emit('menu.chosen', { command: 'shortcuts' });
  await expect.element(dialog).toHaveTextContent('Go to anything');
  emit('menu.chosen', { command: 'palette' });
  await expect.element(page.getByPlaceholder('Go to or do…')).toHaveFocus();
});

it.each([
  ['settings', '#/settings'],
  ['about', '#/settings/about'],
] as const)('goes to what the menu calls %s', async (command, address) => {
  const { emit } = await typing();
  emit('menu.chosen', { command });
  expect(location.hash).toBe(address);
});

it('goes to the settings by their key, from a text, too', async () => {
  await typing();
  await userEvent.keyboard('{Control>},{/Control}');
  expect(location.hash).toBe('#/settings');
  await expect.element(field).toHaveValue('Wh');
});

it('does what a button of the view does by its key, with the focus where it was', async () => {
  const focused: (Element | null)[] = [];
  const onformat = () => void focused.push(document.activeElement);
  await render(PaletteWindow, { desk: fakeDesk().desk, onformat });
  await field.click();
  await userEvent.keyboard('{Control>}k{/Control}');
  const offered = page.getByRole('option', { name: 'Format the script' });
  await expect.element(offered).toHaveTextContent(/Shift.*Alt.*F/);
  // What cannot be done now is not offered.
  await expect.element(page.getByRole('option', { name: 'Review change' })).not.toBeInTheDocument();
  await userEvent.keyboard('format{Enter}');
  await expect.poll(() => focused).toEqual([field.element()]);
});

it('listens no longer when it is gone', async () => {
  const fake = fakeDesk();
  const { unmount } = await render(PaletteWindow, { desk: fake.desk });
  expect(fake.countListeners()).toBe(1);
  await unmount();
  expect(fake.countListeners()).toBe(0);
});
