import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Handlers } from '../../../../contract/bridge/methods.ts';
import type { OpenedSettings } from '../../../../contract/settings/settings-file.ts';
import { defaultSettings } from '../../../../contract/settings/default-settings.ts';
import { failure } from '../../../../main/platform/errors/failure.ts';
import { fakeBrowserDesk } from '../../../../test/fakes/browser-desk.ts';
import SettingsWindow from '../../../../test/component/SettingsWindow.svelte';

async function openSettings(more: Partial<Handlers>): Promise<void> {
  const { desk } = fakeBrowserDesk(more);
  await render(SettingsWindow, { desk, rest: [] });
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const opened: OpenedSettings = {
  ...{ fileId: 'f1', fileName: 'settings.json', managed: ['crashReports'] },
  changes: [{ name: 'extraCertificates', from: '""', to: '"-----BEGIN CERTIFICATE-----"' }],
};

it('imports settings after a preview that names managed ones and what decides over connections', async () => {
  const take = vi.fn<Handlers['settingsFile.import']>(async () => defaultSettings);
  await openSettings({ 'settingsFile.open': async () => opened, 'settingsFile.import': take });
  await button('Import settings…').click();
  const dialog = page.getByRole('dialog', { name: 'Import settings' });
  await expect.element(dialog).toHaveTextContent(/Certificates\s*none\s*1 certificate/);
  await expect.element(dialog).toHaveTextContent('This changes where requests go');
  await expect.element(dialog).toHaveTextContent('Managed by your organization, unchanged: Crash reports');
  expect(take).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Import 1 setting' }).click();
  await expect.element(page.getByText('1 setting imported.')).toBeVisible();
  expect(take.mock.calls[0]?.[0]).toEqual({ fileId: 'f1' });
});

it('has nothing to import where settings are the same', async () => {
  await openSettings({ 'settingsFile.open': async () => ({ ...opened, changes: [], managed: [] }) });
  await button('Import settings…').click();
  await expect.element(page.getByText('Your settings already match the file.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Import 0 settings' })).toBeDisabled();
});

it('exports settings, and says why a file can’t be used', async () => {
  const problem = 'settings.json is not a JSON file.';
  await openSettings({
    'settingsFile.save': async () => ({ fileName: 'settings.json' }),
    'settingsFile.open': () => Promise.reject(failure('file-not-json', problem)),
  });
  await button('Export settings').click();
  await expect.element(page.getByText('Saved settings.json.')).toBeVisible();
  await button('Import settings…').click();
  await expect.element(page.getByText(problem)).toBeVisible();
});
