import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { failure } from '../../main/platform/errors/failure.ts';
import { fakeBrowserDesk } from '../../test/fakes/browser-desk.ts';
import App from './App.svelte';

it('offers to save diagnostics where the window can’t be opened', async () => {
  const { desk, calls } = fakeBrowserDesk({
    'settings.get': () => Promise.reject(failure('internal', 'Internal error in Tenant Desk.')),
    'diagnostics.save': async () => undefined,
  });
  await render(App, { desk });
  await expect.element(page.getByText('Internal error in Tenant Desk.')).toBeVisible();
  await page.getByRole('button', { name: 'Save diagnostics…' }).click();
  await expect.poll(() => calls).toContain('diagnostics.save');
});
