import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import ApplicationList from '../../test/component/ApplicationList.svelte';
import { fakeDesk } from '../../test/fakes/desk.ts';
import { DeskFailure } from '../../contract/errors/desk-failure.ts';
import type { ErrorCode } from '../../contract/errors/errors.ts';
import { localResource } from './resource.svelte.ts';

const failing = (code: ErrorCode, message: string) => () =>
  Promise.reject(new DeskFailure({ code, message, retryable: false, requestId: '' }));

it('says why a sign-in could not start', async () => {
  const resource = localResource(failing('signed-out', 'Acme asks who you are.'));
  await resource.load();
  const { desk } = fakeDesk({
    'session.signIn': failing('discovery-failed', 'Acme does not say where to sign in.'),
  });
  await render(ApplicationList, { desk, resource, tenantId: 'acme' });
  await expect.element(page.getByText('Acme asks who you are.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.element(page.getByText('Acme does not say where to sign in.')).toBeVisible();
});

it('says after a second where a list is loaded from, as long as it is awaited', async () => {
  let respond: () => void = () => undefined;
  const held = new Promise<[]>((resolve) => (respond = () => resolve([])));
  const resource = localResource(() => held);
  const loading = resource.load();
  await render(ApplicationList, { desk: fakeDesk().desk, resource, tenantId: 'acme' });
  await expect.element(page.getByText('Loading from the tenant…')).toBeVisible();
  respond();
  await loading;
  await expect.element(page.getByText('Loading from the tenant…')).not.toBeInTheDocument();
});
