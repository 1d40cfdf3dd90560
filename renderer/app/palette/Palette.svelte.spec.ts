import { afterEach, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import PaletteWindow from '../../../test/component/PaletteWindow.svelte';
import { tableOf } from '../../../contract/applications/application-table.ts';
import { aListedApplication } from '../../../test/builders/a-listed-application.ts';
import { updateState } from '../../../test/fakes/browser-desk.ts';
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

it('shows the shortcuts when the menu requests them during typing, and leaves the text alone', async () => {
  const { emit } = await typing();
  emit('menu.chosen', { command: 'shortcuts' });
  await expect.element(dialog).toHaveTextContent('Search or run a command');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('Wh');
});

it('treats a question mark typed into a field as text', async () => {
  await typing();
  await userEvent.keyboard('?');
  await expect.element(field).toHaveValue('Wh?');
  await expect.element(dialog).not.toBeInTheDocument();
});

it('opens the command palette when the menu requests it, and closes the shortcut sheet', async () => {
  const { emit } = await typing();
  emit('menu.chosen', { command: 'shortcuts' });
  await expect.element(dialog).toHaveTextContent('Search or run a command');
  emit('menu.chosen', { command: 'palette' });
  await expect.element(page.getByPlaceholder('Search or run a command…')).toHaveFocus();
});

it.each([
  ['settings', '#/settings'],
  ['about', '#/settings/about'],
] as const)('runs the menu command %s', async (command, address) => {
  const { emit } = await typing();
  emit('menu.chosen', { command });
  expect(location.hash).toBe(address);
});

it('opens the settings by shortcut, from a text field too', async () => {
  await typing();
  await userEvent.keyboard('{Control>},{/Control}');
  expect(location.hash).toBe('#/settings');
  await expect.element(field).toHaveValue('Wh');
});

it('runs view actions by name, with the focus where it was', async () => {
  const focused: (Element | null)[] = [];
  const onformat = () => void focused.push(document.activeElement);
  await render(PaletteWindow, { desk: fakeDesk().desk, onformat });
  await field.click();
  await userEvent.keyboard('{Control>}k{/Control}');
  const offered = page.getByRole('option', { name: 'Format script' });
  await expect.element(offered).toHaveTextContent(/Shift.*Alt.*F/);
  // What can't be done now is not offered.
  await expect.element(page.getByRole('option', { name: 'Review change' })).not.toBeInTheDocument();
  await userEvent.keyboard('format{Enter}');
  await expect.poll(() => focused).toEqual([field.element()]);
});

it('saves diagnostics', async () => {
  const { desk, calls } = fakeDesk({ 'diagnostics.save': async () => undefined });
  await render(PaletteWindow, { desk });
  await field.click();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('option', { name: 'Save diagnostics' })).toBeVisible();
  await userEvent.keyboard('save diag{Enter}');
  await expect.poll(() => calls).toContain('diagnostics.save');
});

it('checks for updates where there are any, and shows what was found', async () => {
  const { desk, calls } = fakeDesk({
    'updates.get': async () => updateState({ mode: 'notify', reason: null }),
    'updates.check': async () => updateState({ mode: 'notify', reason: null }),
  });
  await render(PaletteWindow, { desk });
  await field.click();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('option', { name: 'Check for updates' })).toBeVisible();
  await userEvent.keyboard('check for upd{Enter}');
  await expect.poll(() => calls).toContain('updates.check');
  expect(location.hash).toBe('#/settings/updates');
});

it('does not offer to check for updates where they are off', async () => {
  const { desk, calls } = fakeDesk({ 'updates.get': async () => updateState() });
  await render(PaletteWindow, { desk });
  await field.click();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.poll(() => calls).toContain('updates.get');
  await expect.element(page.getByRole('option', { name: 'About Tenant Desk' })).toBeVisible();
  await expect.element(page.getByRole('option', { name: 'Check for updates' })).not.toBeInTheDocument();
});

/** Types while the palette is still loading: all in one task, before anything can arrive. */
function typeAhead(...keys: string[]): void {
  const press = (key: string, more: KeyboardEventInit = {}): boolean =>
    field
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  press('k', { ctrlKey: true });
  for (const key of keys) press(key);
}

/** A window that hasn't been idle yet, so that its palette still has to load; `give` lets the list arrive. */
async function beforeIdle() {
  const idle = window.requestIdleCallback;
  window.requestIdleCallback = () => 0;
  onTestFinished(() => void (window.requestIdleCallback = idle));
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const give = (): void => resolve(undefined);
  const { desk } = fakeDesk({
    'applications.table': async () => {
      await promise;
      const table = tableOf([
        aListedApplication('a1', { name: 'Payroll' }),
        aListedApplication('a2', { name: 'Settings of Payroll' }),
        aListedApplication('a3', { name: 'Scrum board' }),
      ]);
      return { data: { version: 'v1', table }, fetchedAt: 1, source: 'cache' };
    },
  });
  const reached: string[] = [];
  const onfieldkey = (key: string): void => void reached.push(key);
  await render(PaletteWindow, { desk, tenantId: 'acme', onfieldkey });
  await field.click();
  return { give, reached };
}

it('receives text typed before its field had the focus', async () => {
  const reached: string[] = [];
  const onfieldkey = (key: string): void => void reached.push(key);
  await render(PaletteWindow, { desk: fakeDesk().desk, onfieldkey });
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await field.click();
  typeAhead('d', 'a', 'r', 'k');
  await expect.element(page.getByPlaceholder('Search or run a command…')).toHaveValue('dark');
  expect(reached.filter((key) => key !== 'k')).toEqual([]);
});

it('runs the first result for an early Enter, once the applications are loaded', async () => {
  const { give, reached } = await beforeIdle();
  typeAhead('p', 'a', 'y', 'Enter', 'x');
  await expect.element(page.getByPlaceholder('Search or run a command…')).toHaveValue('pay');
  expect(location.hash).toBe('');
  give();
  await expect.poll(() => location.hash).toBe('#/t/acme/applications/a1');
  await expect.element(dialog).not.toBeInTheDocument();
  // The view received no key, except perhaps the one that opened the palette.
  expect(reached.filter((key) => key !== 'k')).toEqual([]);
});

/** Draws an open item with that content, as a view does after it has loaded. */
function drawItem(content: string): void {
  const pane = document.createElement('section');
  pane.innerHTML = `<h2 tabindex="-1">Payroll</h2>${content}`;
  field.element().closest('main')?.append(pane);
}

it('opens a part of an item with the focus in its editor or list, once it is drawn', async () => {
  const { give } = await beforeIdle();
  typeAhead('r', 'o', 'l', ' ', 'p', 'a', 'y', 'Enter');
  give();
  await expect.poll(() => location.hash).toBe('#/t/acme/applications/a1/roles');
  await expect.element(dialog).not.toBeInTheDocument();
  drawItem('<input type="search" /><div class="skeleton" role="status">Loading</div>');
  const grid = '<input aria-label="Filter" /><div role="grid" tabindex="0" aria-label="Roles">1</div>';
  document.querySelector('.skeleton')?.insertAdjacentHTML('afterend', grid);
  await expect.element(page.getByRole('grid', { name: 'Roles' })).not.toHaveFocus();
  document.querySelector('.skeleton')?.remove();
  await expect.element(page.getByRole('grid', { name: 'Roles' })).toHaveFocus();
});

it('lists the parts that the search names, and items by their names', async () => {
  const { give } = await beforeIdle();
  typeAhead('s', 'c', 'r', 'i', 'p', 't', ' ', 'p', 'a', 'y');
  give();
  const search = page.getByPlaceholder('Search or run a command…');
  await expect.element(page.getByRole('option', { name: 'Script of Payroll' })).toBeVisible();
  await search.fill('payroll role');
  await expect.element(page.getByRole('option', { name: 'Roles of Payroll' })).toBeVisible();
  // Not the start of the word "script".
  await search.fill('scrum');
  await expect.element(page.getByRole('option').first()).toHaveTextContent(/^Scrum board/);
});

it.each(['{Enter}', '{F9}'])(
  'moves the focus from the heading of an item to its form with %s',
  async (key) => {
    await typing();
    drawItem('<input type="search" /><button>Copy ID</button><input aria-label="Name" />');
    page.getByRole('heading', { name: 'Payroll' }).element().focus();
    await userEvent.keyboard(key);
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  },
);

it('runs nothing for an Enter that was canceled by Escape, or followed by browsing the results', async () => {
  const { give } = await beforeIdle();
  typeAhead('p', 'a', 'y', 'Enter', 'Escape');
  typeAhead('s', 'e', 't', 'Enter');
  const search = page.getByPlaceholder('Search or run a command…');
  await expect.element(search).toHaveValue('set');
  await userEvent.keyboard('t');
  give();
  await expect.element(page.getByRole('option', { name: /Settings of Payroll/ })).toBeInTheDocument();
  await expect.element(search).toHaveValue('sett');
  expect(location.hash).toBe('');
});

it('stops listening when it is unmounted', async () => {
  const fake = fakeDesk();
  const { unmount } = await render(PaletteWindow, { desk: fake.desk });
  expect(fake.countListeners()).toBe(1);
  await unmount();
  expect(fake.countListeners()).toBe(0);
});
