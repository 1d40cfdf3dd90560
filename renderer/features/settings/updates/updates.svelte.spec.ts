import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { Handlers } from '../../../../contract/bridge/methods.ts';
import { defaultSettings } from '../../../../contract/settings/default-settings.ts';
import type { OfferedUpdate, UpdateState } from '../../../../contract/updates/updates.ts';
import { failure } from '../../../../main/platform/errors/failure.ts';
import { fakeBrowserDesk, updateState } from '../../../../test/fakes/browser-desk.ts';
import type { FakeDesk } from '../../../../test/fakes/desk.ts';
import App from '../../../app/App.svelte';

beforeEach(() => {
  location.hash = '#/settings/updates';
});

const offered: OfferedUpdate = {
  version: '1.1.0',
  publishedAt: Date.parse('2026-11-20T10:00:00Z'),
  notes:
    '### Added\n\n- Preview webhooks as email\n- Updates\n- Backups\n\n### Fixed\n\n- A paused run resumes',
  rollout: 100,
  withheld: null,
  canInstall: true,
  downloadUrl: null,
  command: null,
};
const on: Partial<UpdateState> = { mode: 'install', reason: null, checkedAt: Date.now() - 300_000 };

async function open(state: Partial<UpdateState>, more: Partial<Handlers> = {}): Promise<FakeDesk> {
  const fake = fakeBrowserDesk({ 'updates.get': async () => updateState(state), ...more });
  await render(App, { desk: fake.desk });
  await expect.element(page.getByRole('heading', { name: 'Updates' })).toHaveFocus();
  return fake;
}

const section = () => page.getByRole('region', { name: 'Updates' });
const button = (name: string) => section().getByRole('button', { name });

it('says which version runs, when it was checked, and what a check finds', async () => {
  await open(on, { 'updates.check': async () => updateState({ ...on, update: offered }) });
  await expect.element(section()).toHaveTextContent('1.0.0 · Up to date');
  await expect.element(section()).toHaveTextContent(/Last checked 5 min/);
  await button('Check now').click();
  await expect.element(section().getByText('1.1.0 is available')).toBeVisible();
  const items = section().getByRole('list', { name: 'What’s new in 1.1.0' }).getByRole('listitem');
  expect(items.elements().map(({ textContent }) => textContent)).toEqual([
    'Preview webhooks as email',
    'Updates',
    'Backups',
  ]);
});

it('downloads with progress, can be stopped, and restarts only on request', async () => {
  let installs = 0;
  const state = { ...on, update: offered };
  const running = updateState({
    ...state,
    download: { state: 'running', done: 1_048_576, total: 104_857_600 },
  });
  const fake = await open(state, {
    'updates.download': async () => running,
    'updates.cancel': async () => updateState(state),
    'updates.install': async () => void (installs += 1),
  });
  await button('Download').click();
  await expect.element(section().getByRole('progressbar', { name: 'Downloading 1.1.0' })).toBeVisible();
  await expect.element(section().getByText('1 MB of 100 MB')).toBeVisible();
  await button('Cancel').click();
  await expect.element(section().getByText('1.1.0 is available')).toBeVisible();
  fake.emit('updates.changed', updateState({ ...state, download: { state: 'ready' } }));
  await expect.element(section().getByText('1.1.0 is ready')).toBeVisible();
  expect(installs).toBe(0);
  await button('Restart to update').click();
  await expect.poll(() => installs).toBe(1);
});

it('says why it can’t restart now', async () => {
  await open(
    { ...on, update: offered, download: { state: 'ready' } },
    {
      'updates.install': () =>
        Promise.reject(failure('update-blocked', 'Nothing was installed: a change is being applied.')),
    },
  );
  await button('Restart to update').click();
  await expect.element(page.getByText('Nothing was installed: a change is being applied.')).toBeVisible();
});

it('shows everything that is new by keyboard', async () => {
  await open({ ...on, update: offered });
  await userEvent.tab();
  await expect.element(button('What’s new')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  const sheet = page.getByRole('dialog', { name: 'What’s new in 1.1.0' });
  await expect.element(sheet.getByRole('heading', { name: 'Fixed' })).toBeVisible();
  await expect.element(sheet).toHaveTextContent('A paused run resumes');
});

it('offers the download and the command where a person installs updates', async () => {
  const opened: string[] = [];
  const update: OfferedUpdate = {
    ...offered,
    canInstall: false,
    downloadUrl: 'https://updates.example/1.1.0/tenant-desk.deb',
    command: 'sudo apt install ./tenant-desk.deb',
  };
  await open(
    { ...on, mode: 'notify', reason: 'Installed as a Debian package.', update },
    { 'app.openExternal': async ({ url }) => void opened.push(url) },
  );
  await expect.element(section()).toHaveTextContent('Installed as a Debian package.');
  await expect.element(section().getByText('sudo apt install ./tenant-desk.deb')).toBeVisible();
  await button('Download').click();
  await expect.poll(() => opened).toEqual(['https://updates.example/1.1.0/tenant-desk.deb']);
  expect(section().getByRole('switch').elements()).toEqual([]);
});

it.each([
  ['rollout', { rollout: 25 }, '1.1.0 is rolling out to 25% of installations'],
  ['policy', {}, '1.1.0 isn’t approved by your organization'],
  ['held-back', {}, '1.1.0 was held back'],
] as const)('offers no version that is withheld (%s), and says why', async (withheld, more, text) => {
  await open({ ...on, update: { ...offered, ...more, withheld, canInstall: false } });
  await expect.element(section()).toHaveTextContent(text);
  expect(section().getByRole('button', { name: 'Download' }).elements()).toEqual([]);
});

it('shows what the organization decides, with the keys', async () => {
  await open(
    { ...on, mode: 'notify', reason: 'Your organization installs updates.' },
    {
      'policy.get': async () => ({
        source: '/etc/tenant-desk/policy.json',
        problem: null,
        keys: [
          { key: 'updates', title: 'Updates' },
          { key: 'updateChannel', title: 'Update channel' },
        ],
        readOnlyTenants: [],
        preconfiguredTenants: [],
      }),
    },
  );
  await expect.element(section().getByText('Managed by your organization updateChannel')).toBeVisible();
  await expect.element(section().getByText('Managed by your organization updates')).toBeVisible();
  await expect.element(section().getByRole('radio', { name: 'Preview' })).toBeDisabled();
});

it('only says why updates are off in a build without them', async () => {
  await open({});
  await expect.element(section()).toHaveTextContent('1.0.0 This build has no signing key.');
  expect(section().getByRole('button').elements()).toEqual([]);
});

it('keeps why a check failed in the section, and saves the channel and the switch', async () => {
  const changes: unknown[] = [];
  const fake = await open(on, {
    'settings.update': async (change) => {
      changes.push(change);
      return defaultSettings;
    },
  });
  fake.emit('updates.changed', updateState({ ...on, problem: 'Couldn’t check for updates.' }));
  await expect.element(section().getByText('Couldn’t check for updates.')).toBeVisible();
  await section().getByText('Preview').click();
  await section().getByRole('switch', { name: 'Download updates automatically' }).click();
  await expect.poll(() => changes).toEqual([{ updateChannel: 'preview' }, { downloadsUpdates: false }]);
});

it('warns those whose version was held back', async () => {
  await open({ ...on, isHeldBack: true });
  await expect.element(section().getByText('This version was held back')).toBeVisible();
});
