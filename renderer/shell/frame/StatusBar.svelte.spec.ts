import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { SandboxStatus } from '../../../contract/desk-info.ts';
import { defaultSettings } from '../../../contract/default-settings.ts';
import type { TenantProfile } from '../../../contract/tenants.ts';
import { fakeDesk } from '../../../test/fakes/desk.ts';
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

it('says that the sandbox ended and is being started again, until it runs', async () => {
  const { emit } = await open({ state: 'restarting', reason: 'exit code 3' });
  const text = page.getByText('The sandbox ended unexpectedly and is being started again');
  await expect.element(text).toBeVisible();
  emit('sandbox.changed', { state: 'running' });
  await expect.element(text).not.toBeInTheDocument();
});

it('has the button that starts the sandbox where it is not started again by itself', async () => {
  const { calls } = await open({ state: 'stopped', reason: 'exit code 3' });
  await page.getByRole('button', { name: 'Start it again' }).click();
  await expect.poll(() => calls).toContain('app.startSandbox');
});
