import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { tableOf } from '../../../contract/applications/application-table.ts';
import { aListedApplication } from '../../../test/builders/a-listed-application.ts';
import { aTenantProfile } from '../../../test/builders/a-tenant-profile.ts';
import { fakeBrowserDesk, viewStateIn } from '../../../test/fakes/browser-desk.ts';
import App from '../App.svelte';

const acme = aTenantProfile();
const rail = page.getByRole('navigation', { name: 'Main' });
const pins = rail.getByRole('region', { name: 'Pinned' });
const names = () =>
  pins
    .getByRole('link')
    .elements()
    .map((link) => link.textContent.trim());
const application = (id: string): string => `#/t/acme/applications/${id}`;
const procedure = (id: string): string => `#/t/acme/procedures/${id}`;
const pin = page.getByRole('button', { name: 'Pin to sidebar' });
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
});

interface Opened {
  readonly pinned?: readonly string[];
  readonly at?: string;
  readonly ids?: readonly string[];
}

async function open({ pinned = [], at = procedure('user-activity'), ids = ['1', '2'] }: Opened = {}) {
  await page.viewport(1280, 800);
  location.hash = at;
  if (pinned.length > 0) stored.set('desk.pinned:acme', JSON.stringify(pinned));
  // A window that was closed stores its last changes a moment later: not in the profile of the next test.
  const ofProfile = stored;
  const fake = fakeBrowserDesk({
    'tenants.list': async () => [acme],
    ...viewStateIn(ofProfile),
    'applications.table': async () => ({
      data: {
        version: ids.join(),
        table: tableOf(ids.map((id) => aListedApplication(id))),
      },
      fetchedAt: 1,
      source: 'cache',
    }),
  });
  await render(App, { desk: fake.desk });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  return fake;
}

it('pins the open item from its header and by shortcut, and remembers it for the tenant', async () => {
  await open();
  await pin.click();
  await expect.poll(names).toEqual(['All user activity']);
  await expect.element(page.getByRole('button', { name: 'Unpin from sidebar' })).toBeVisible();
  await expect.poll(() => stored.get('desk.pinned:acme')).toBe(JSON.stringify([procedure('user-activity')]));
  location.hash = procedure('user-activity-events');
  await expect.element(pin).toBeVisible();
  await userEvent.keyboard('{Shift>}{Alt>}p{/Alt}{/Shift}');
  await expect.poll(() => names().length).toBe(2);
  await userEvent.keyboard('{Shift>}{Alt>}p{/Alt}{/Shift}');
  await expect.poll(names).toEqual(['All user activity']);
});

it('shows pinned items after a restart by the names on the tenant, and marks what was deleted there', async () => {
  await open({ pinned: [application('2'), application('gone'), procedure('user-activity')] });
  await expect.poll(names).toEqual(['App 2', 'Not found in Applications', 'All user activity']);
  await expect
    .element(pins.getByRole('link', { name: 'Not found' }))
    .toHaveAttribute('title', 'Deleted on the tenant');
  await expect
    .element(pins.getByRole('link', { name: 'All user activity' }))
    .toHaveAttribute('aria-current', 'page');
});

it('ignores damaged stored pins', async () => {
  stored.set('desk.pinned:acme', '{"not":"a list"}');
  await open();
  await expect.element(pin).toBeVisible();
  await expect.element(pins).not.toBeInTheDocument();
});

it('goes to pinned items by shortcut, from any view', async () => {
  await open({ pinned: [procedure('user-activity-events'), procedure('user-activity')] });
  await expect.poll(() => names().length).toBe(2);
  await userEvent.keyboard('gd');
  await expect.poll(() => location.hash).toBe('#/drafts');
  await userEvent.keyboard('g1');
  await expect.poll(() => location.hash).toBe(procedure('user-activity-events'));
});

it('moves, unpins and restores by keyboard, keeping the focus', async () => {
  await open({ pinned: [application('1'), application('2')] });
  await expect.poll(names).toEqual(['App 1', 'App 2']);
  const first = pins.getByRole('link', { name: 'App 1' });
  first.element().focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(names).toEqual(['App 2', 'App 1']);
  await expect.element(first).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  await expect.poll(names).toEqual(['App 2']);
  await expect.element(pins.getByRole('link', { name: 'App 2' })).toHaveFocus();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(names).toEqual(['App 2', 'App 1']);
});

it('shows which pinned items have a draft', async () => {
  const { emit } = await open({ pinned: [application('1'), application('2')] });
  await expect.poll(names).toEqual(['App 1', 'App 2']);
  const draft = { tenantId: 'acme', kind: 'script', targetId: '2', title: 'App 2', savedAt: 1, revision: 1 };
  emit('drafts.changed', { changed: [draft], removed: [] });
  await expect.element(pins.getByRole('link', { name: 'App 2' })).toHaveAccessibleDescription(/Has a draft/);
  await expect
    .element(pins.getByRole('link', { name: 'App 1' }))
    .not.toHaveAccessibleDescription(/Has a draft/);
});

it('offers pinned items first in the palette, and pinning as a command', async () => {
  await open({ pinned: [procedure('user-activity-events')] });
  await expect.element(pin).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  const group = page.getByRole('dialog', { name: 'Command palette' }).getByRole('group', { name: 'Pinned' });
  await expect.element(group.getByRole('option')).toHaveTextContent(/All user events.*G 1/);
  await userEvent.keyboard('pin to{Enter}');
  await expect.poll(() => names().length).toBe(2);
});
