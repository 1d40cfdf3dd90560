import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Handlers } from '../../../contract/bridge/methods.ts';
import type { PolicyState } from '../../../contract/policy/policy.ts';
import { fakeBrowserDesk } from '../../../test/fakes/browser-desk.ts';
import App from '../../app/App.svelte';

beforeEach(() => {
  location.hash = '#/settings';
});

const managed: PolicyState = {
  source: '/etc/tenant-desk/policy.json',
  problem: null,
  keys: [
    { key: 'proxyUrl', title: 'Proxy' },
    { key: 'disableDelete', title: 'Forbid deleting' },
  ],
  readOnlyTenants: [],
  preconfiguredTenants: [],
};

async function openSettings(more: Partial<Handlers> = {}): Promise<void> {
  const { desk } = fakeBrowserDesk(more);
  await render(App, { desk });
  await expect.element(page.getByRole('heading', { name: 'Network' })).toBeVisible();
}

it('disables a managed setting, and names its key', async () => {
  await openSettings({ 'policy.get': async () => managed });
  const proxy = page.getByLabelText('Proxy', { exact: false }).first();
  await expect.element(proxy).toBeDisabled();
  await expect.element(proxy).toHaveAccessibleDescription('Managed by your organization proxyUrl');
  await expect.element(page.getByLabelText('Request timeout')).toBeEnabled();
  const group = page.getByRole('region', { name: 'Managed by your organization' });
  await expect
    .element(group.getByRole('group', { name: 'Forbid deleting' }))
    .toHaveTextContent('disableDelete');
  await expect.element(group).toHaveTextContent('/etc/tenant-desk/policy.json');
  const navigation = page.getByRole('navigation', { name: 'Settings groups' });
  await expect.element(navigation.getByRole('link', { name: /^2 settings managed/ })).toBeVisible();
  await page.getByRole('link', { name: 'Details' }).click();
  await expect.element(group.getByRole('heading')).toHaveFocus();
});

it('shows nothing of a policy where there is none', async () => {
  await openSettings();
  await expect.element(page.getByLabelText('Request timeout')).toBeEnabled();
  expect(page.getByText('Managed by your organization').elements()).toEqual([]);
});

it('deletes crash reports on request', async () => {
  let count = 2;
  await openSettings({
    'app.crashReports': async () => ({ count, bytes: count * 1000 }),
    'app.deleteCrashReports': async () => ({ count: (count = 0), bytes: 0 }),
  });
  await expect.element(page.getByText('2 crash reports')).toBeVisible();
  await page.getByRole('button', { name: 'Delete crash reports' }).click();
  await expect.element(page.getByText('Crash reports deleted.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Delete crash reports' }).elements()).toEqual([]);
});

it('says in every view that a policy can’t be used', async () => {
  const problem = '/etc/tenant-desk/policy.json is not valid.';
  const info = {
    version: '1.0.0',
    host: 'browser',
    platform: 'linux',
    profileFolder: '/profile',
    keychain: { available: true, name: 'Secret Service' },
    policyProblem: problem,
  } as const;
  await openSettings({ 'app.info': async () => info });
  await expect.element(page.getByRole('alert').filter({ hasText: problem })).toBeVisible();
});
