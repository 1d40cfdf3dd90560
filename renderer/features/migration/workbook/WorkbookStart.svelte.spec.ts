import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { DeskFailure } from '../../../../contract/errors/desk-failure.ts';
import type { SessionState } from '../../../../contract/tenants/session.ts';
import MigrationWindow from '../../../../test/component/MigrationWindow.svelte';
import { aTenantProfile } from '../../../../test/builders/a-tenant-profile.ts';
import { fakeDesk } from '../../../../test/fakes/desk.ts';
import type { Workspace } from '../../../state/workspace.svelte.ts';

const tenants = [
  aTenantProfile({ id: 'staging', name: 'Acme Staging', environment: 'staging' }),
  aTenantProfile({ id: 'live', name: 'Acme Live', environment: 'production' }),
];
const sources = page.getByRole('combobox', { name: 'Source' });
const targets = page.getByRole('combobox', { name: 'Target' });
const signIn = page.getByRole('button', { name: 'Sign in to Acme Live' });

const signedIn = (tenantId: string): SessionState => ({
  tenantId,
  state: 'signed-in',
  user: { subject: 'zoe', name: 'Zoë' },
  expiresAt: Date.now() + 3_600_000,
  canRefresh: true,
  storedIn: 'memory',
});

async function open(first: readonly string[]) {
  const opened: unknown[] = [];
  let workspace: Workspace | undefined;
  const { desk } = fakeDesk({
    'workbooks.open': async (input) => {
      opened.push(input);
      throw new DeskFailure({
        code: 'signed-out',
        message: 'You are not signed in to Acme Live.',
        retryable: false,
        requestId: '',
      });
    },
  });
  const become = (ids: readonly string[]): void => {
    if (workspace === undefined) throw new Error('The window is not open.');
    workspace.sessions = Object.fromEntries(
      tenants.map(({ id }) => [id, ids.includes(id) ? signedIn(id) : { tenantId: id, state: 'signed-out' }]),
    );
  };
  await render(MigrationWindow, {
    desk,
    tenants,
    onready: (shown) => {
      workspace = shown;
      become(first);
    },
  });
  return { opened, become };
}

it('suggests to migrate from the earlier environment to the later one', async () => {
  await open(['staging', 'live']);
  await expect.element(sources).toHaveTextContent('Acme Staging');
  await expect.element(targets).toHaveTextContent('Acme Live');
  await expect.element(signIn).not.toBeInTheDocument();
});

it('offers to sign in to a chosen tenant in place, and says nothing twice', async () => {
  const { opened, become } = await open(['staging']);
  await expect.element(page.getByText('You’re signed out of Acme Live.')).toBeVisible();
  await expect.element(signIn).toBeVisible();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect.poll(() => opened).toHaveLength(1);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  become(['staging', 'live']);
  await expect.element(signIn).not.toBeInTheDocument();
});
