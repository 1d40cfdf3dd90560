import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Handlers } from '../../../contract/bridge/methods.ts';
import { defaultSettings } from '../../../contract/settings/default-settings.ts';
import type { Settings } from '../../../contract/settings/settings.ts';
import { failure } from '../../../main/platform/errors/failure.ts';
import { fakeBrowserDesk } from '../../../test/fakes/browser-desk.ts';
import App from '../../app/App.svelte';

const groups = page.getByRole('navigation', { name: 'Settings groups' });
const group = (name: string) => page.getByRole('region', { name, exact: true });
const link = (name: string) => groups.getByRole('link', { name });
const search = page.getByRole('searchbox', { name: 'Search settings' });

beforeEach(async () => {
  location.hash = '#/settings';
  await page.viewport(1280, 800);
});

/** A window on Settings; what was changed last is at the end. */
async function open(first: Partial<Settings> = {}, more: Partial<Handlers> = {}) {
  const changes: Partial<Settings>[] = [];
  let settings: Settings = { ...defaultSettings, ...first };
  const fake = fakeBrowserDesk({
    'settings.get': async () => settings,
    'settings.update': async (change) => {
      changes.push(change as Partial<Settings>);
      settings = { ...settings, ...(change as Partial<Settings>) };
      fake.emit('settings.changed', settings);
      return settings;
    },
    ...more,
  });
  await render(App, { desk: fake.desk });
  await expect.element(group('About')).toBeVisible();
  return changes;
}

const boxOf = (name: string) => group(name).element().getBoundingClientRect();

it('has two columns if the window is wide enough, and one in a narrow window with the groups in a row', async () => {
  await open();
  expect(boxOf('Updates').top).toBe(boxOf('Appearance').top);
  expect(link('About').element().getBoundingClientRect().right).toBeLessThan(boxOf('Appearance').left);
  await page.viewport(900, 700);
  await expect.poll(() => boxOf('Updates').left).toBe(boxOf('Appearance').left);
  await page.viewport(640, 400);
  await expect
    .poll(() => link('About').element().getBoundingClientRect().bottom)
    .toBeLessThan(boxOf('Appearance').top);
  const body = group('Appearance').element().closest('.body');
  expect(body?.scrollWidth).toBe(body?.clientWidth);
});

it('goes to a group by keyboard: one tab stop, arrows move, Enter shows it and focuses its heading', async () => {
  await page.viewport(900, 500);
  await open();
  await expect.element(link('Appearance')).toHaveAttribute('aria-current', 'location');
  await search.click();
  await userEvent.tab();
  await expect.element(link('Appearance')).toHaveFocus();
  await userEvent.keyboard('{End}{ArrowUp}{ArrowUp}');
  await expect.element(link('Keyboard')).toHaveFocus();
  // Focus alone goes nowhere.
  expect(location.hash).toBe('#/settings');
  await userEvent.keyboard('{Enter}');
  await expect.element(group('Keyboard').getByRole('heading', { level: 2 })).toHaveFocus();
  await expect.element(link('Keyboard')).toHaveAttribute('aria-current', 'location');
  expect(groups.element().querySelectorAll('[aria-current]')).toHaveLength(1);
  await userEvent.tab();
  expect(group('Keyboard').element().contains(document.activeElement)).toBe(true);
  // The same one again.
  await link('Keyboard').click();
  await expect.element(group('Keyboard').getByRole('heading', { level: 2 })).toHaveFocus();
});

it('goes to a group from the palette', async () => {
  await open();
  location.hash = '#/tenants';
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByPlaceholder('Search or run a command…').fill('settings updates');
  await expect.element(page.getByRole('option', { name: 'Settings: Updates' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(group('Updates').getByRole('heading', { level: 2 })).toHaveFocus();
});

it('marks the group that was scrolled to', async () => {
  await page.viewport(900, 500);
  await open();
  await expect.element(link('Appearance')).toHaveAttribute('aria-current', 'location');
  const body = group('Appearance').element().closest('.body');
  body?.scrollTo(0, body.scrollHeight);
  await expect.element(link('Appearance')).not.toHaveAttribute('aria-current');
});

it('finds settings by name, description and group, marks what matches, and says when nothing does', async () => {
  await open();
  await userEvent.keyboard('/');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('prox');
  await expect.element(page.getByRole('textbox', { name: 'Proxy' })).toBeVisible();
  await expect.element(group('Appearance')).not.toBeInTheDocument();
  expect(groups.getByRole('link').elements()).toHaveLength(1);
  expect(group('Network').element().querySelector('mark')).toHaveTextContent('Prox');
  await search.fill('appearance');
  await expect.element(page.getByText('Density')).toBeVisible();
  await search.fill('zzzz');
  await expect.element(page.getByText('No settings match')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(group('Network')).toBeVisible();
});

it('doesn’t lose what is typed while a search hides its field', async () => {
  await open();
  const proxy = page.getByRole('textbox', { name: 'Proxy' });
  await proxy.fill('proxy.example');
  await search.fill('theme');
  await expect.element(proxy).not.toBeInTheDocument();
  await search.fill('');
  await expect.element(proxy).toHaveValue('proxy.example');
  await expect.element(proxy).toHaveAccessibleDescription(/Enter a full URL/);
});

it('saves each change as it is made, and says so', async () => {
  const changes = await open();
  const status = page.getByRole('status').filter({ hasText: 'Saved' });
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect.element(status).toBeVisible();
  const proxy = page.getByRole('textbox', { name: 'Proxy' });
  await proxy.fill(' http://proxy.example:3128 ');
  await userEvent.tab();
  const timeout = page.getByRole('textbox', { name: 'Request timeout' });
  await timeout.fill('0');
  await userEvent.keyboard('{Enter}');
  await expect.element(timeout).toHaveAccessibleDescription('Enter a whole number from 1 to 600');
  await timeout.fill('45');
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => changes)
    .toEqual([{ theme: 'dark' }, { proxyUrl: 'http://proxy.example:3128' }, { requestTimeoutSeconds: 45 }]);
});

it('saves a field that is left by going elsewhere', async () => {
  const changes = await open();
  await page.getByRole('textbox', { name: 'Proxy' }).fill('http://proxy.example:3128');
  location.hash = '#/tenants';
  await expect.poll(() => changes).toEqual([{ proxyUrl: 'http://proxy.example:3128' }]);
});

it('edits trusted certificates in a dialog that stays open when they are rejected', async () => {
  let isAccepted = false;
  const changes = await open(
    {},
    {
      'settings.update': async () => {
        if (!isAccepted) throw failure('invalid-input', 'A certificate is unreadable.');
        return defaultSettings;
      },
    },
  );
  await page.getByRole('button', { name: 'Add certificates…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Trusted certificates' });
  const text = dialog.getByRole('textbox', { name: 'Certificates' });
  await text.fill('no certificate');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(dialog).toHaveTextContent(/Paste PEM certificates that begin with/);
  await text.fill('-----BEGIN CERTIFICATE-----');
  await dialog.getByRole('button', { name: 'Save certificates' }).click();
  await expect.element(page.getByText('A certificate is unreadable.')).toBeVisible();
  await expect.element(text).toHaveValue('-----BEGIN CERTIFICATE-----');
  isAccepted = true;
  await dialog.getByRole('button', { name: 'Save certificates' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(changes).toEqual([]);
});

it('resets all but what the organization decides, and can undo that', async () => {
  const own = { theme: 'dark', requestTimeoutSeconds: 5 } as const;
  const changes = await open(
    { ...own, proxyUrl: 'http://managed.example:1' },
    {
      'policy.get': async () => ({
        ...{ source: '/policy.json', problem: null, readOnlyTenants: [], preconfiguredTenants: [] },
        keys: [{ key: 'proxyUrl', title: 'Proxy' }],
      }),
    },
  );
  await page.getByRole('button', { name: 'Reset all' }).click();
  await expect.poll(() => changes[0]).toMatchObject({ theme: 'system', requestTimeoutSeconds: 30 });
  expect(changes[0]).not.toHaveProperty('proxyUrl');
  await expect.element(page.getByRole('button', { name: 'Reset all' })).toBeDisabled();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => changes[1]).toMatchObject(own);
});

it('shows nothing that moves afterwards: it waits for what decides the size', async () => {
  let respond = (): void => undefined;
  const reading = new Promise<void>((resolve) => (respond = resolve));
  const { desk } = fakeBrowserDesk({
    'settings.proxyLogin': async () => {
      await reading;
      return { proxy: 'http://proxy.example:3128', username: 'zoe', isAsking: false };
    },
  });
  const shifts: number[] = [];
  const observer = new PerformanceObserver((list) =>
    shifts.push(...list.getEntries().map((entry) => (entry as PerformanceEntry & { value: number }).value)),
  );
  observer.observe({ type: 'layout-shift', buffered: false });
  await render(App, { desk });
  await expect.element(link('About')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Network' })).not.toBeInTheDocument();
  respond();
  await expect.element(page.getByLabelText('Proxy username')).toBeVisible();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  observer.disconnect();
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBe(0);
});

it('asks for Touch ID for production on a Mac that has it', async () => {
  const info = async () => ({
    ...{
      version: '1.0.0',
      platform: 'darwin' as const,
      profileFolder: '/profile',
      host: 'electron' as const,
    },
    ...{ keychain: { available: true, name: 'Keychain' } as const, hasTouchId: true as const },
  });
  const changes = await open({}, { 'app.info': info });
  await group('Security').getByRole('switch', { name: 'Touch ID for production' }).click();
  await expect.poll(() => changes).toEqual([{ touchId: true }]);
});
