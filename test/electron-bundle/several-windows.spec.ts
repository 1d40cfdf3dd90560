import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Desk } from '../../contract/bridge/desk.ts';
import { channels } from '../../contract/bridge/channels.ts';
import type { FakeWindow } from '../fakes/electron/fake-window.ts';
import type { StartedDesk } from './started-desk.ts';
import { deskIn, startDesk } from './started-desk.ts';

let started: StartedDesk;
let tenantIds: readonly string[];

beforeAll(async () => {
  started = await startDesk({ isPackaged: true });
  await vi.waitFor(async () => expect(await started.desk.tenants.list()).toHaveLength(2), 30_000);
  tenantIds = (await started.desk.tenants.list()).map(({ id }) => id);
});

afterAll(() => started.dispose());

/** Opens a window at a tenant, as its page asks for it. */
async function openAt(tenantId: string): Promise<{ readonly window: FakeWindow; readonly desk: Desk }> {
  const { electron, desk } = started;
  const before = electron.windows.length;
  await desk.app.openWindow({ scope: 'tenant', tenantId, view: 'roles', rest: [] });
  const window = electron.windows[before];
  if (window === undefined) throw new Error('No window was opened.');
  await window.loaded;
  return { window, desk: deskIn(electron, window) };
}

const eventsOf = (window: FakeWindow, name: string): number =>
  window.webContents.sent.filter(({ channel, args }) => channel === channels.event && args[0] === name)
    .length;

it('opens a tenant in a separate window, whose page calls main and gets every event', async () => {
  const { window, desk } = await openAt(tenantIds[1] ?? '');
  expect(window.webContents.getURL()).toBe(`app://desk/index.html#/t/${tenantIds[1]}/roles`);
  const first = started.window.options;
  expect([window.options.x, window.options.y]).not.toEqual([first.x, first.y]);
  expect((await desk.tenants.list()).length).toBe(2);
  await desk.settings.update({ density: 'compact' });
  for (const each of [started.window, window]) expect(eventsOf(each, 'settings.changed')).toBe(1);
  // A reloaded page ends its own calls only.
  const slow = started.desk.tenants.list();
  window.webContents.reload();
  expect((await slow).length).toBe(2);
});

it('opens a link in the window that shows its tenant', async () => {
  const { electron, window: first } = started;
  const second = electron.windows.at(-1);
  const { name } = (await started.desk.tenants.list())[1] ?? { name: '' };
  first.focus();
  const link = `tenant-desk://open/origins?tenant=${encodeURIComponent(name)}`;
  electron.app.emit('second-instance', {}, ['tenant-desk', '--', link], '/');
  await expect.poll(() => second && eventsOf(second, 'links.arrived')).toBe(1);
  expect(eventsOf(first, 'links.arrived')).toBe(0);
  expect(await started.desk.links.takeArrived()).toMatchObject([
    { state: 'opened', place: { view: 'origins' } },
  ]);
});

it('shows a dialog in the window whose page asked for it', async () => {
  const { electron } = started;
  const { window, desk } = await openAt(tenantIds[0] ?? '');
  started.window.focus();
  await desk.changeSets.open();
  expect(electron.dialogParents.at(-1)).toBe(window);
  window.close();
  await expect.poll(() => window.isDestroyed()).toBe(true);
});

it('asks about unsaved changes of the window that is closed, and of each when it quits', async () => {
  const { electron, desk, window: first } = started;
  const { window, desk: ofWindow } = await openAt(tenantIds[0] ?? '');
  await ofWindow.app.noteUnsaved({ count: 1 });
  await desk.app.noteUnsaved({ count: 0 });
  window.close();
  await expect.poll(() => electron.messageBoxes.length, { timeout: 5000 }).toBe(1);
  expect(electron.dialogParents.at(-1)).toBe(window);
  expect(window.isDestroyed()).toBe(false);

  electron.app.quit();
  await expect.poll(() => electron.messageBoxes.length, { timeout: 5000 }).toBe(2);
  expect(electron.dialogParents.at(-1)).toBe(window);
  expect(first.isDestroyed()).toBe(false);

  await ofWindow.app.noteUnsaved({ count: 0 });
  window.close();
  await expect.poll(() => window.isDestroyed(), { timeout: 5000 }).toBe(true);
  expect(electron.messageBoxes.length).toBe(2);
  expect(first.isDestroyed()).toBe(false);
});

it('opens a window of the same tenant where its last one was, and quits with all of them', async () => {
  const { electron, profileFolder } = started;
  const placements: unknown = JSON.parse(await readFile(join(profileFolder, 'windows.json'), 'utf8'));
  expect(placements).toMatchObject([[tenantIds[0], { isMaximized: false }]]);
  const { window } = await openAt(tenantIds[0] ?? '');
  expect(placements).toMatchObject([
    [tenantIds[0], { bounds: { x: window.options.x, y: window.options.y } }],
  ]);
  electron.app.quit();
  expect(await electron.app.exited).toBe(0);
  expect(electron.windows.every((each) => each.isDestroyed())).toBe(true);
  // The next start opens them again.
  const open: unknown = JSON.parse(await readFile(join(profileFolder, 'open-windows.json'), 'utf8'));
  expect(open).toContainEqual({
    url: `#/t/${tenantIds[0]}/roles`,
    placement: { bounds: window.getNormalBounds(), isMaximized: false },
  });
  expect(open).toHaveLength(3);
});
