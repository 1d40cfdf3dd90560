import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import ApplicationList from '../../../test/component/ApplicationList.svelte';
import NestedAges from '../../../test/component/NestedAges.svelte';
import { fakeDesk } from '../../../test/fakes/desk.ts';
import { DeskFailure } from '../../../contract/desk-failure.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { localResource, Resource } from '../state/resource.svelte.ts';

const failing = (code: ErrorCode, message: string) => () =>
  Promise.reject(new DeskFailure({ code, message, retryable: false, requestId: '' }));

it('says why a sign-in could not begin', async () => {
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

it.each([
  ['at the same time', 1_000, 1],
  ['at another time', 600_000, 2],
] as const)('says once how old what was read %s is', async (_when, apartMs, lines) => {
  const error = { code: 'unreachable', message: 'No connection.', retryable: true, requestId: '' } as const;
  const readBefore = (ms: number) =>
    new Resource<string>(async () => ({
      data: `read ${ms} ms apart`,
      source: 'cache',
      fetchedAt: Date.now() - 3_600_000 - ms,
      error,
    }));
  const [outer, inner] = [readBefore(0), readBefore(apartMs)];
  await Promise.all([outer.load(), inner.load()]);
  await render(NestedAges, { desk: fakeDesk({}).desk, outer, inner });
  await expect.element(page.getByText(`read ${apartMs} ms apart`)).toBeVisible();
  expect(page.getByText(/^Read 1 hour ago/).elements()).toHaveLength(lines);
});
