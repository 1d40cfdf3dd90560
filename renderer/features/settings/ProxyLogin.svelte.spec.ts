import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { ProxyLoginStatus } from '../../../contract/settings/settings.ts';
import type { Handlers } from '../../../contract/bridge/methods.ts';
import { fakeBrowserDesk } from '../../../test/fakes/browser-desk.ts';
import App from '../../app/App.svelte';

beforeEach(() => {
  location.hash = '#/settings';
});

/** The settings of a desk whose proxy is as given; what is entered is kept as main would keep it. */
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

it('says in the browser whose proxy is used where none is entered', async () => {
  await openSettings(undefined);
  await expect.element(page.getByText('HTTPS_PROXY and NO_PROXY count')).toBeVisible();
  await expect.element(page.getByLabelText('Proxy user')).not.toBeInTheDocument();
});

it('asks for the login of the proxy that asks for one, and keeps it', async () => {
  const { entered } = await openSettings({
    proxy: 'http://proxy.example:3128',
    username: null,
    isAsking: true,
  });
  await expect.element(page.getByText('The proxy proxy.example:3128 asks for a login')).toBeVisible();
  await expect.element(page.getByText('Kept in the keychain')).toBeVisible();
  await page.getByLabelText('Proxy user').fill('zoe');
  await page.getByLabelText('Proxy password').fill('s3cret');
  await page.getByRole('button', { name: 'Save proxy login' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove credentials' })).toBeVisible();
  expect(entered).toEqual([{ proxy: 'http://proxy.example:3128', username: 'zoe', password: 's3cret' }]);
  await expect.element(page.getByLabelText('Proxy password')).toHaveValue('');
  await page.getByRole('button', { name: 'Remove credentials' }).click();
  await expect.element(page.getByLabelText('Proxy user')).not.toBeInTheDocument();
});
