import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { defaultSettings } from '../../contract/settings/default-settings.ts';
import type { Settings } from '../../contract/settings/settings.ts';
import { fakeBrowserDesk } from '../../test/fakes/browser-desk.ts';
import { bindShortcuts } from '../ui/index.ts';
import App from './App.svelte';

const palette = page.getByRole('dialog', { name: 'Command palette' });
const change = (label: string) => page.getByRole('button', { name: `Change keys for ${label}:` });
const recorder = (label: string) => page.getByRole('button', { name: `New keys for ${label}` });
const updates: unknown[] = [];

async function open(shortcuts: Settings['shortcuts'] = {}) {
  let settings: Settings = { ...defaultSettings, shortcuts };
  const fake = fakeBrowserDesk({
    'settings.get': async () => settings,
    'settings.update': async (changes) => {
      updates.push(changes);
      settings = {
        ...settings,
        ...(changes.shortcuts === undefined ? {} : { shortcuts: changes.shortcuts }),
      };
      fake.emit('settings.changed', settings);
      return settings;
    },
  });
  await render(App, { desk: fake.desk });
  await expect.element(page.getByRole('heading', { level: 2, name: 'Keyboard' })).toBeVisible();
}

beforeEach(async () => {
  updates.length = 0;
  location.hash = '#/settings/keyboard';
  await page.viewport(1280, 800);
});

afterEach(() => bindShortcuts({}));

it('records new keys, which work at once and are shown everywhere', async () => {
  await open();
  await change('Command palette').click();
  await expect.element(recorder('Command palette')).toHaveFocus();
  await userEvent.keyboard('{Control>}{Shift>}p{/Shift}{/Control}');
  await expect.element(change('Command palette')).toHaveFocus();
  await expect.element(change('Command palette')).toHaveAccessibleName(/Ctrl Shift P$/);
  expect(updates).toEqual([{ shortcuts: { 'Mod+K': 'Mod+Shift+P' } }]);
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}{Shift>}p{/Shift}{/Control}');
  await expect.element(palette).toBeVisible();
  await userEvent.keyboard('{Escape}?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(sheet).toHaveTextContent(/Search or run a command\s*Ctrl Shift P/);
});

it('records keys of a layout without Latin letters, and leaves composing to the input method', async () => {
  await open();
  await change('Command palette').click();
  const press = (more: KeyboardEventInit) =>
    recorder('Command palette')
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...more }));
  press({ key: 'з', code: 'KeyP', ctrlKey: true, isComposing: true });
  expect(updates).toEqual([]);
  press({ key: 'з', code: 'KeyP', ctrlKey: true });
  await expect.poll(() => updates).toEqual([{ shortcuts: { 'Mod+K': 'Mod+P' } }]);
});

it('names the shortcut that has the keys, and replaces it only on request', async () => {
  await open();
  await change('Save query').click();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByText('Used by Command palette')).toBeVisible();
  expect(updates).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => updates).toEqual([{ shortcuts: { 'Mod+S': 'Mod+K', 'Mod+K': '' } }]);
  await expect.element(change('Command palette')).toHaveAccessibleName(/none$/);
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette).not.toBeInTheDocument();
  // Its default keys are now those of the other.
  await page.getByRole('button', { name: 'Reset Command palette' }).click();
  await expect.element(page.getByText('Used by Save query')).toBeVisible();
  await page.getByRole('button', { name: 'Replace' }).click();
  await expect.poll(() => updates.at(-1)).toEqual({ shortcuts: { 'Mod+S': '' } });
});

it('rejects keys of the browser and of fixed shortcuts with a reason, and Escape keeps the old ones', async () => {
  await open();
  await change('Save query').click();
  await userEvent.keyboard('{Control>}c{/Control}');
  await expect.element(page.getByText(/^Edits text/)).toBeVisible();
  await userEvent.keyboard('x');
  await expect.element(page.getByText(/^Add Ctrl or Alt/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Replace' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(change('Save query')).toHaveFocus();
  expect(updates).toEqual([]);
});

it('takes two letters in sequence to go to a view', async () => {
  await open();
  await change('Go to History').click();
  await userEvent.keyboard('zy');
  await expect.poll(() => updates).toEqual([{ shortcuts: { 'g h': 'z y' } }]);
  await page.getByRole('heading', { level: 2, name: 'Keyboard' }).click();
  await userEvent.keyboard('gh');
  expect(location.hash).toBe('#/settings/keyboard');
  await userEvent.keyboard('zy');
  await expect.poll(() => location.hash).toBe('#/history');
});

it('goes to a view by one chord, from a list too', async () => {
  await open({ 'g h': 'Mod+J' });
  await page.getByRole('searchbox', { name: 'Search settings' }).click();
  await userEvent.keyboard('{Control>}j{/Control}');
  await expect.poll(() => location.hash).toBe('#/history');
});

it('resets all, and can undo that', async () => {
  const changed = { 'Mod+K': 'Mod+P', 'g h': '' };
  await open(changed);
  await expect.element(page.getByText('2 changed')).toBeVisible();
  await page.getByRole('button', { name: 'Reset 2' }).click();
  await expect.poll(() => updates).toEqual([{ shortcuts: {} }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => updates.at(-1)).toEqual({ shortcuts: changed });
});

it('finds shortcuts by words and by keys', async () => {
  await open();
  const search = page.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('problem next');
  await expect.element(change('Next problem')).toBeVisible();
  await expect.element(change('Command palette')).not.toBeInTheDocument();
  await search.fill('ctrl+k');
  await expect.element(change('Command palette')).toBeVisible();
  await search.fill('zzz');
  await expect.element(page.getByText('No settings match')).toBeVisible();
});
