import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { HistoryEntry } from '../../contract/changes/history.ts';
import { tableOf } from '../../contract/applications/application-table.ts';
import { aListedApplication } from '../../test/builders/a-listed-application.ts';
import { aTenantProfile } from '../../test/builders/a-tenant-profile.ts';
import { fakeBrowserDesk } from '../../test/fakes/browser-desk.ts';
import App from './App.svelte';

const entries: readonly HistoryEntry[] = Array.from({ length: 300 }, (_, index) => ({
  isReadable: false,
  id: `e${index}`,
  tenantId: 'gone',
  appliedAt: Date.UTC(2026, 0, 1, 12) - index * 60_000,
  reason: `Entry ${index} is newer.`,
}));

const list = page.getByRole('listbox', { name: 'History' });
const heading = page.getByRole('heading', { level: 2, name: 'Written by another version' });
const search = page.getByRole('searchbox', { name: 'Search history' });
const current = () => list.element().querySelector('[role=option][aria-selected=true]');

/** Whether the open row is within the visible part of the list. */
function isOpenRowVisible(): boolean {
  const [row, box] = [current()?.getBoundingClientRect(), list.element().getBoundingClientRect()];
  return row !== undefined && row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
}

async function openHistory(readHistory = async () => [...entries]): Promise<void> {
  await page.viewport(1280, 800);
  const { desk } = fakeBrowserDesk({ 'history.list': readHistory });
  await render(App, { desk });
}

beforeEach(() => {
  location.hash = '#/history/e0';
});

it('scrolls the list to what a link opens, marks it, and focuses its heading', async () => {
  await openHistory();
  await expect.poll(isOpenRowVisible).toBe(true);
  location.hash = '#/history/e250';
  await expect.element(heading).toHaveFocus();
  await expect.element(page.getByText(/^Entry 250 is newer/)).toBeVisible();
  await expect.poll(isOpenRowVisible).toBe(true);
});

it('moves the focus from a field in which it was before', async () => {
  await openHistory();
  await search.click();
  location.hash = '#/history/e250';
  await expect.element(heading).toHaveFocus();
});

it('focuses the heading of an item that arrives later, unless the user has moved on', async () => {
  let respond = (): void => undefined;
  const response = new Promise<void>((resolve) => (respond = resolve));
  location.hash = '#/drafts';
  await openHistory(async () => {
    await response;
    return [...entries];
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Drafts' })).toBeVisible();
  location.hash = '#/history/e250';
  await expect.element(page.getByRole('heading', { level: 1, name: 'History' })).toHaveFocus();
  respond();
  await expect.element(heading).toHaveFocus();
});

it('leaves the list where the user scrolled it, and the focus in it, when a row is opened there', async () => {
  await openHistory();
  await expect.poll(isOpenRowVisible).toBe(true);
  list.element().scrollTop = 2000;
  const row = page.getByRole('option').nth(20);
  await expect.element(row).toBeVisible();
  const before = list.element().scrollTop;
  const at = list.element().getBoundingClientRect();
  await userEvent.click(list, { position: { x: at.width / 2, y: at.height / 2 } });
  await expect.poll(() => location.hash).not.toBe('#/history/e0');
  await expect.poll(isOpenRowVisible).toBe(true);
  expect(list.element().scrollTop).toBe(before);
  await expect.element(list).toHaveFocus();
});

it('says that the search hides what was opened, and shows it', async () => {
  await openHistory();
  await search.fill('nothing like it');
  location.hash = '#/history/e250';
  await expect.element(page.getByText(/is open, but hidden by the filter/)).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.poll(isOpenRowVisible).toBe(true);
  await expect.element(list).toHaveFocus();
});

it('lets the application that was opened automatically follow the search, and shows the heading of ten thousand in full', async () => {
  const names = ['Atlas', 'Wiki', ...Array.from({ length: 9_998 }, (_, index) => `Zone ${index}`)];
  const table = tableOf(names.map((name, index) => aListedApplication(`a${index}`, { name })));
  const { desk } = fakeBrowserDesk({
    'tenants.list': async () => [aTenantProfile()],
    'applications.table': async () => ({ data: { version: 'v1', table }, fetchedAt: 1, source: 'tenant' }),
  });
  await page.viewport(1280, 800);
  location.hash = '#/t/acme/applications';
  await render(App, { desk });
  await expect.poll(() => location.hash).toBe('#/t/acme/applications/a0/settings');
  const title = page.getByRole('heading', { level: 1, name: 'Applications' }).element();
  await expect.element(page.getByText('10,000')).toBeVisible();
  expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth);

  const applications = page.getByRole('searchbox', { name: 'Search applications' });
  await applications.fill('wik');
  await expect.poll(() => location.hash).toBe('#/t/acme/applications/a1/settings');
  await expect.element(page.getByText(/is open, but hidden by the filter/)).not.toBeInTheDocument();
  // No filter is offered, and no space is taken for one.
  const filters = page.getByRole('group', { name: 'Filter applications' }).element();
  expect(filters.parentElement?.getBoundingClientRect().height).toBeLessThan(8);

  // What the user opens stays.
  await page.getByRole('option', { name: /^Wiki/ }).click();
  await applications.fill('zone 12');
  await expect.element(page.getByText(/is open, but hidden by the filter/)).toBeVisible();
  expect(location.hash).toBe('#/t/acme/applications/a1/settings');
});
