import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { SandboxStatus } from '../../contract/app/desk-info.ts';
import { defaultSettings } from '../../contract/settings/default-settings.ts';
import type { TenantProfile } from '../../contract/tenants/tenants.ts';
import { updateState } from '../../test/fakes/browser-desk.ts';
import { fakeDesk } from '../../test/fakes/desk.ts';
import { aPlan } from '../../test/component/plans.ts';
import App from './App.svelte';

const sandbox: TenantProfile = {
  id: 'sandbox',
  name: 'Sandbox Staging',
  color: 'teal',
  environment: 'sandbox',
  baseUrl: 'http://127.0.0.1:4000',
  analyticsUrl: 'http://127.0.0.1:4000/analytics',
  issuer: 'http://127.0.0.1:4000',
  clientId: 'desk',
  scopes: ['openid'],
  extraHeaders: {},
  hasClientSecret: false,
  isSandbox: true,
};

beforeEach(() => {
  location.hash = '#/t/sandbox/roles';
});

async function open(status: SandboxStatus) {
  const fake = fakeDesk({
    'app.info': async () => ({
      version: '1.0.0',
      host: 'browser',
      platform: 'linux',
      profileFolder: '/profile',
      keychain: { available: true, name: 'Secret Service' },
    }),
    'app.sandbox': async () => status,
    'app.startSandbox': async () => undefined,
    'tenants.list': async () => [sandbox],
    'settings.get': async () => defaultSettings,
  });
  await render(App, { desk: fake.desk });
  return fake;
}

it('shows that the sandbox crashed and is restarting, until it runs', async () => {
  const { emit } = await open({ state: 'restarting', reason: 'exit code 3' });
  const text = page.getByText('Sandbox crashed; restarting');
  await expect.element(text).toBeVisible();
  emit('sandbox.changed', { state: 'running' });
  await expect.element(text).not.toBeInTheDocument();
});

it('offers a restart when the sandbox is not restarted automatically', async () => {
  const { calls } = await open({ state: 'stopped', reason: 'exit code 3' });
  await page.getByRole('button', { name: 'Restart' }).click();
  await expect.poll(() => calls).toContain('app.startSandbox');
});

it('shows the progress of a migration whose view is closed, and labels it as one', async () => {
  const { emit } = await open({ state: 'running' });
  const status = page.getByRole('contentinfo', { name: 'Status' });
  await expect.element(status).toHaveTextContent('Keychain: Secret Service');
  const plan = aPlan({
    id: 'run',
    title: 'Migrate from Staging · 30 webhooks',
    state: 'open',
    isRunning: true,
  });
  emit('changes.opened', [plan]);
  await expect.element(status.getByText('Migrating')).toBeVisible();
  emit('changes.progress', { planId: 'run', stage: 'applying', done: 11, total: 30 });
  await expect.element(status).toHaveTextContent('11 of 30');
  emit('changes.opened', [{ ...plan, title: '30 changes' }]);
  await expect.element(status).toHaveTextContent(`Applying changes to ${plan.tenantName}`);
});

it('links to an update once it is ready, and to one that a person has to install', async () => {
  const offered = {
    ...{ version: '1.1.0', publishedAt: 0, notes: '', rollout: 100, withheld: null },
    ...{ canInstall: true, downloadUrl: null, command: null },
  };
  const { emit, calls } = await open({ state: 'running' });
  const link = page.getByRole('contentinfo', { name: 'Status' }).getByRole('link');
  await expect.poll(() => calls).toContain('updates.get');
  expect(link.elements()).toEqual([]);
  emit('updates.changed', updateState({ update: offered, download: { state: 'ready' } }));
  await expect.element(link).toHaveTextContent('Update ready');
  await expect.element(link).toHaveAttribute('href', '#/settings/updates');
  emit('updates.changed', updateState({ update: { ...offered, canInstall: false } }));
  await expect.element(link).toHaveTextContent('Update available');
  emit('updates.changed', updateState({ update: { ...offered, withheld: 'rollout' } }));
  await expect.element(link).not.toBeInTheDocument();
});
