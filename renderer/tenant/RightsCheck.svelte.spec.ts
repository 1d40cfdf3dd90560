import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Rights } from '../../contract/tenants/rights.ts';
import RightsWindow from '../../test/component/RightsWindow.svelte';
import { fakeDesk } from '../../test/fakes/desk.ts';

const rights: Rights = {
  account: 'Ada',
  checkedAt: 0,
  views: [
    { view: 'applications', read: 'allowed', change: 'unknown' },
    {
      ...{ view: 'webhooks', read: 'denied', change: 'denied' },
      cause: 'The account or the app doesn’t have the right for it.',
      fixes: ['Ask for a role with the admin right for it on the tenant.'],
      response: 'HTTP 403: This needs the right tenantman.',
    },
  ],
  missingScopes: ['offline_access'],
};

it('checks on request, and says per view what is denied and what to change', async () => {
  const { desk, calls } = fakeDesk({ 'rights.check': async () => rights });
  await render(RightsWindow, { desk });
  expect(calls).not.toContain('rights.check');
  await page.getByRole('button', { name: 'Check rights' }).click();
  const list = page.getByRole('list', { name: 'Rights of Ada' });
  await expect.element(list.getByText('Can be read.', { exact: false })).toBeVisible();
  await expect.element(list.getByText(/Ask for a role/)).toBeVisible();
  await expect.element(list.getByText(/tenantman/)).toBeVisible();
  await expect.element(page.getByText(/Not granted: offline_access/)).toBeVisible();
});

it('shows why it could not be checked', async () => {
  const { desk } = fakeDesk();
  await render(RightsWindow, { desk });
  await page.getByRole('button', { name: 'Check rights' }).click();
  await expect.element(page.getByText(/Internal error/)).toBeVisible();
});
