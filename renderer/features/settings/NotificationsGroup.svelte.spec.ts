import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Handlers } from '../../../contract/bridge/methods.ts';
import { defaultSettings } from '../../../contract/settings/default-settings.ts';
import { fakeBrowserDesk } from '../../../test/fakes/browser-desk.ts';
import SettingsWindow from '../../../test/component/SettingsWindow.svelte';
import App from '../../app/App.svelte';

beforeEach(() => {
  location.hash = '#/settings';
});

const exportsSwitch = page.getByRole('switch', { name: 'Exports' });

function recording() {
  const updates: unknown[] = [];
  const handlers: Partial<Handlers> = {
    'settings.update': async (change) => {
      updates.push(change);
      return defaultSettings;
    },
  };
  return { updates, handlers };
}

it('switches each event in the desktop app', async () => {
  const { updates, handlers } = recording();
  await render(SettingsWindow, { desk: fakeBrowserDesk(handlers).desk, rest: [] });
  await expect.element(exportsSwitch).toBeChecked();
  await expect.element(page.getByRole('switch', { name: 'Offline sync' })).not.toBeChecked();
  await exportsSwitch.click();
  expect(updates).toEqual([{ notifications: { ...defaultSettings.notifications, exports: false } }]);
  expect(page.getByRole('button', { name: 'Allow notifications' }).elements()).toEqual([]);
});

it('offers nothing in a browser that doesn’t allow notifications', async () => {
  await render(App, { desk: fakeBrowserDesk(recording().handlers).desk });
  await expect.element(exportsSwitch).toBeDisabled();
  await expect.element(page.getByText(/(Needs your permission|Blocked by this browser)/)).toBeVisible();
});
