import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Handlers } from '../../../../contract/bridge/methods.ts';
import { failure } from '../../../../main/platform/errors/failure.ts';
import { fakeBrowserDesk, usageOf } from '../../../../test/fakes/browser-desk.ts';
import SettingsWindow from '../../../../test/component/SettingsWindow.svelte';

const nothing = { bytes: 0, count: 0 };
const megabytes = (bytes: number, count = 1) => ({ bytes: bytes * 1024 * 1024, count });

const acme = {
  ...{ tenantId: 'acme', name: 'Acme', caches: megabytes(12, 3), results: nothing },
  ...{ history: megabytes(2), drafts: nothing },
};
const full = usageOf({ caches: megabytes(12, 3), history: megabytes(2), drafts: megabytes(1) }, [
  acme,
  { ...acme, tenantId: 'gone', name: null, caches: nothing },
]);

async function openSettings(more: Partial<Handlers> = {}): Promise<void> {
  const { desk } = fakeBrowserDesk({
    'localData.usage': async () => full,
    ...more,
  });
  await render(SettingsWindow, { desk, rest: [] });
}

const kinds = page.getByRole('list', { name: 'Storage by kind' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('shows what takes how much, and clears caches but never drafts', async () => {
  const clear = vi.fn<Handlers['localData.clear']>(async () => usageOf({ drafts: megabytes(1) }));
  await openSettings({ 'localData.clear': clear });
  await expect.element(page.getByRole('region', { name: 'Storage' })).toHaveTextContent(/^Storage 15 MB/);
  await expect.element(page.getByRole('link', { name: 'Storage' })).toHaveTextContent('15 MB');
  await expect.element(kinds).toHaveTextContent(/Cached lists 3 lists\s*12 MB/);
  await expect.element(kinds).toHaveTextContent(/Drafts never cleared\s*1 MB/);
  expect(kinds.getByRole('button').elements()).toHaveLength(1);
  await button('Clear cached lists').click();
  await expect.element(page.getByText('Cached lists cleared. 14 MB freed.')).toBeVisible();
  expect(clear.mock.calls[0]?.[0]).toEqual({ kind: 'caches' });
  expect(kinds.getByText('Cached lists').elements()).toEqual([]);
});

it('clears older logs, where there are any', async () => {
  const clear = vi.fn<Handlers['localData.clear']>(async () => usageOf({ logs: megabytes(1) }));
  await openSettings({
    'localData.usage': async () => usageOf({ logs: megabytes(3, 3) }),
    'localData.clear': clear,
  });
  await button('Clear log').click();
  await expect.element(page.getByText('Log cleared. 2 MB freed.')).toBeVisible();
  expect(clear.mock.calls[0]?.[0]).toEqual({ kind: 'logs' });
  await expect.element(button('Clear log')).not.toBeInTheDocument();
});

it('removes the data of a tenant after a confirmation that says what stays', async () => {
  const remove = vi.fn<Handlers['localData.removeOfTenant']>(async () => usageOf({}));
  await openSettings({ 'localData.removeOfTenant': remove });
  const tenants = page.getByRole('list', { name: 'Storage by tenant' });
  await expect.element(tenants).toHaveTextContent(/Acme\s*lists 12 MB and history 2 MB/);
  await expect.element(tenants).toHaveTextContent(/a removed tenant\s*history 2 MB/);
  await button('Remove local data of Acme').click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect.element(dialog).toHaveTextContent('The tenant, your drafts, queries and samples stay.');
  expect(remove).not.toHaveBeenCalled();
  await button('Remove local data').click();
  await expect.element(page.getByText(/^Local data of Acme removed\./)).toBeVisible();
  expect(remove.mock.calls[0]?.[0]).toEqual({ tenantId: 'acme' });
});

it('says why nothing was removed', async () => {
  const problem = 'A run of this tenant is open. Resume it or roll it back first.';
  await openSettings({ 'localData.removeOfTenant': () => Promise.reject(failure('conflict', problem)) });
  await button('Remove local data of Acme').click();
  await page.getByRole('button', { name: /^Remove local data(?! of)/ }).click();
  await expect.element(page.getByText(problem)).toBeVisible();
});
