import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Handlers } from '../../../../contract/bridge/methods.ts';
import { failure } from '../../../../main/platform/errors/failure.ts';
import { fakeBrowserDesk } from '../../../../test/fakes/browser-desk.ts';
import SettingsWindow from '../../../../test/component/SettingsWindow.svelte';

async function openSettings(more: Partial<Handlers> = {}, rest: readonly string[] = []): Promise<void> {
  const { desk } = fakeBrowserDesk({
    'diagnostics.check': async () => [
      { check: 'disk', status: 'ok', detail: '12 GB free' },
      { check: 'keychain', status: 'warning', detail: 'Install libsecret.' },
      { check: 'certificates', status: 'failed', detail: 'Something failed: no store' },
    ],
    'diagnostics.report': async () => ({ text: '{"schema":"tdesk/doctor-report/v1"}\n' }),
    ...more,
  });
  await render(SettingsWindow, { desk, rest });
}

const checks = page.getByRole('list', { name: 'Checks' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('shows each check with its result in words and an icon', async () => {
  await openSettings();
  await expect.element(checks).toBeVisible();
  const rows = checks.getByRole('listitem');
  await expect.element(rows.nth(0)).toHaveTextContent(/Disk space\s*OK: 12 GB free/);
  await expect.element(rows.nth(1)).toHaveTextContent(/Keychain\s*Warning: Install libsecret\./);
  await expect.element(rows.nth(2)).toHaveTextContent(/Certificates\s*Failed: Something failed: no store/);
  const icons = rows.elements().map((row) => row.querySelector('svg')?.outerHTML);
  expect(new Set(icons).size).toBe(3);
});

it('checks again', async () => {
  const check = vi.fn<Handlers['diagnostics.check']>(async () => []);
  await openSettings({ 'diagnostics.check': check });
  check.mockResolvedValueOnce([{ check: 'disk', status: 'warning', detail: 'Only 3 MB free.' }]);
  await button('Check again').click();
  await expect.element(checks).toHaveTextContent('Only 3 MB free.');
});

it('saves the file, and says where it could not be saved', async () => {
  const save = vi.fn<Handlers['diagnostics.save']>(async () => ({ fileName: 'diagnostics.json' }));
  await openSettings({ 'diagnostics.save': save });
  await button('Save diagnostics…').click();
  await expect.element(page.getByText('Saved diagnostics.json.')).toBeVisible();
  const full = 'diagnostics.json was not saved: the disk is full.';
  save.mockRejectedValueOnce(failure('storage-full', full));
  await button('Save diagnostics…').click();
  await expect.element(page.getByText(full)).toBeVisible();
  save.mockResolvedValueOnce(undefined);
  await button('Save diagnostics…').click();
  await expect.element(page.getByText(full)).not.toBeInTheDocument();
});

it('shows and copies what is in the file', async () => {
  await openSettings();
  await page.getByText('Show the file', { exact: true }).click();
  await expect
    .element(page.getByLabelText('Content of the file'))
    .toHaveTextContent('tdesk/doctor-report/v1');
  await button('Copy').click();
  await expect.element(page.getByText('Diagnostics copied.')).toBeVisible();
});

it('says why there are no checks', async () => {
  await openSettings({
    'diagnostics.check': () => Promise.reject(failure('connection-lost', 'Tenant Desk doesn’t respond.')),
  });
  await expect.element(page.getByText('Tenant Desk doesn’t respond.')).toBeVisible();
  await expect.element(button('Save diagnostics…')).toBeEnabled();
});

it('is reached by its link, and by keyboard', async () => {
  await openSettings({}, ['diagnostics']);
  await expect.element(page.getByRole('heading', { name: 'Diagnostics' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement?.textContent.trim()).toBe('Copy');
});
