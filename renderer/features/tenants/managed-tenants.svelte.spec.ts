import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { PolicyState } from '../../../contract/policy/policy.ts';
import { fakeBrowserDesk } from '../../../test/fakes/browser-desk.ts';
import App from '../../app/App.svelte';
import { aTenantProfile } from '../../../test/builders/a-tenant-profile.ts';

const acme = aTenantProfile({ environment: 'production', clientId: 'tenant-desk' });
const beta = { ...acme, id: 'beta', name: 'Beta', baseUrl: 'https://beta.example' };

beforeEach(() => {
  location.hash = '#/tenants';
});

async function openTenants(policy: Partial<PolicyState> = {}): Promise<void> {
  const { desk } = fakeBrowserDesk({
    'tenants.list': async () => [acme, beta],
    'session.list': async () =>
      [acme, beta].map(({ id }) => ({ tenantId: id, state: 'signed-out' as const })),
    'overview.tenants': async () => [],
    'policy.get': async () => ({
      source: '/etc/tenant-desk/policy.json',
      problem: null,
      keys: [],
      readOnlyTenants: ['beta'],
      preconfiguredTenants: ['acme'],
      ...policy,
    }),
  });
  await render(App, { desk });
}

it('marks managed and read-only tenants with the key of the policy', async () => {
  await openTenants();
  const ofAcme = page.getByRole('article', { name: 'Acme' });
  await expect.element(ofAcme).toHaveTextContent('Managed by your organization preconfiguredTenants');
  await expect
    .element(page.getByRole('article', { name: 'Beta' }))
    .toHaveTextContent('Read-only. Managed by your organization readOnlyTenants');
});

it('lets only the client secret of a preconfigured tenant be edited, and does not offer to remove it', async () => {
  await openTenants();
  await expect.element(page.getByText('preconfiguredTenants')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Acme' }).click();
  await expect.element(page.getByLabelText('Client secret')).toBeEnabled();
  for (const label of ['Name', 'Base URL', 'Client ID', 'Scopes']) {
    await expect
      .element(page.getByRole('dialog').getByLabelText(label, { exact: false }).first())
      .toBeDisabled();
  }
  await expect.element(page.getByText('Only the client secret can be changed.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Remove' }).elements()).toEqual([]);
});

it('offers no offline copy where the organization forbids it', async () => {
  await openTenants({ keys: [{ key: 'disableOfflineCache', title: 'Offline copies' }] });
  const ofAcme = page.getByRole('article', { name: 'Acme' });
  await expect.element(ofAcme.getByRole('switch', { name: 'Available offline' })).toBeDisabled();
  await expect.element(ofAcme).toHaveTextContent('Managed by your organization disableOfflineCache');
});
