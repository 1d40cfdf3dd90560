import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import RolesWindow from '../../../test/component/RolesWindow.svelte';
import { fakeDesk } from '../../../test/fakes/desk.ts';

afterEach(() => history.replaceState(null, '', '#'));

it('does not move the view switch when the roles load', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const { desk } = fakeDesk({
    'roles.list': async () => {
      await promise;
      const role = {
        id: 'finance',
        name: 'Finance',
        description: '',
        type: 'PrincipalList',
        isReadOnly: false,
      };
      return { data: [role], fetchedAt: 1, source: 'tenant' };
    },
  });
  await render(RolesWindow, { desk, tenantId: 'acme' });
  const matrix = page.getByRole('radio', { name: 'Matrix' });
  await document.fonts.ready;
  const before = matrix.element().getBoundingClientRect().x;
  resolve(undefined);
  await expect.element(page.getByRole('option', { name: 'Finance' })).toBeVisible();
  expect(matrix.element().getBoundingClientRect().x).toBe(before);
});
