import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { ProxyLoginStatus } from '../../../../contract/settings/settings.ts';
import type { Handlers } from '../../../../contract/bridge/methods.ts';
import { fakeBrowserDesk } from '../../../../test/fakes/browser-desk.ts';
import App from '../../../app/App.svelte';

beforeEach(() => {
  location.hash = '#/settings';
});

/** Opens Settings with the given proxy status; entered credentials are stored as in the main process. */
async function openSettings(first: ProxyLoginStatus | undefined, more: Partial<Handlers> = {}) {
  const entered: unknown[] = [];
  let status = first;
  const { desk } = fakeBrowserDesk({
    'settings.proxyLogin': async () => status,
    'settings.setProxyLogin': async (login) => {
      entered.push(login);
      status = { proxy: login.proxy, username: login.username, isAsking: false };
      return undefined;
    },
    'settings.forgetProxyLogin': async () => {
      status = undefined;
      return undefined;
    },
    ...more,
  });
  await render(App, { desk });
  await expect.element(page.getByRole('heading', { name: 'Network' })).toBeVisible();
  return { entered };
}

it('explains the default proxy in browser mode', async () => {
  await openSettings(undefined);
  await expect.element(page.getByText('Defaults to HTTPS_PROXY and NO_PROXY')).toBeVisible();
  await expect.element(page.getByLabelText('Proxy username')).not.toBeInTheDocument();
});

it('asks for the credentials of a proxy and stores them', async () => {
  const { entered } = await openSettings({
    proxy: 'http://proxy.example:3128',
    username: null,
    isAsking: true,
  });
  await expect.element(page.getByText('The proxy proxy.example:3128 requires authentication')).toBeVisible();
  await expect.element(page.getByText('Stored in the keychain')).toBeVisible();
  await page.getByLabelText('Proxy username').fill('zoe');
  await page.getByLabelText('Proxy password').fill('s3cret');
  await page.getByRole('button', { name: 'Save credentials' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove credentials' })).toBeVisible();
  expect(entered).toEqual([{ proxy: 'http://proxy.example:3128', username: 'zoe', password: 's3cret' }]);
  await expect.element(page.getByLabelText('Proxy password')).toHaveValue('');
  await page.getByRole('button', { name: 'Remove credentials' }).click();
  await expect.element(page.getByLabelText('Proxy username')).not.toBeInTheDocument();
});
