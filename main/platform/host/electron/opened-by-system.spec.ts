import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { asApp, FakeApp } from '../../../../test/fakes/electron/fake-app.ts';
import { createArrivals } from '../../arrivals/arrivals.ts';
import type { ArrivedFile } from '../../arrivals/arrived-files.ts';
import { followOpenedBySystem } from './opened-by-system.ts';

const folder = mkdtempSync(join(tmpdir(), 'opened-by-system-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const extensions = ['.tdchanges', '.json'];

function follow(args: readonly string[]) {
  const app = new FakeApp({ appFolder: '', homeFolder: '', isPackaged: true, getsLock: true });
  const arrivals = createArrivals<ArrivedFile>();
  const links: string[] = [];
  let shows = 0;
  followOpenedBySystem({
    app: asApp(app),
    args,
    folder,
    extensions,
    add: arrivals.add,
    scheme: 'tenant-desk',
    addLink: (link) => void links.push(link),
    show: () => (shows += 1),
  });
  const names = () => arrivals.take().map(({ name }) => name);
  return { app, arrivals, links, names, shows: () => shows };
}

it('opens files from the command line, ignoring switches, their values and other file types', () => {
  const { names } = follow([
    '--profile',
    '/home/ada/profile.json',
    '--no-sandbox',
    'owner.tdchanges',
    'notes.txt',
    'Other.JSON',
  ]);
  expect(names()).toEqual(['owner.tdchanges', 'Other.JSON']);
  expect(names()).toEqual([]);
});

it('reads a file relative to the working directory of the second instance, and rejects a large one', async () => {
  const { app, arrivals } = follow([]);
  writeFileSync(join(folder, 'set.tdchanges'), 'four');
  let notifications = 0;
  arrivals.follow(() => (notifications += 1));
  app.emit('second-instance', {}, ['desk', '--profile=/x.json', 'set.tdchanges'], folder);
  expect(notifications).toBe(1);
  const [file] = arrivals.take();
  expect(await file?.read(4)).toMatchObject({ name: 'set.tdchanges', bytes: Buffer.from('four') });
  await expect(file?.read(3)).rejects.toMatchObject({ code: 'file-too-large' });
  rmSync(join(folder, 'set.tdchanges'));
  await expect(file?.read(4)).rejects.toMatchObject({ code: 'file-unreadable' });
});

it('opens the file of a macOS event, even before the app is ready, and shows the window', () => {
  const { app, names, shows } = follow([]);
  let isPrevented = false;
  const event = { preventDefault: () => (isPrevented = true) };
  app.emit('open-file', event, join(folder, 'set.tdchanges'));
  app.emit('open-file', event, join(folder, 'notes.txt'));
  expect(isPrevented).toBe(true);
  expect(names()).toEqual(['set.tdchanges']);
  expect(shows()).toBe(1);
});

it('takes links from the command line behind --, from a second instance and from a macOS event, and no other scheme', () => {
  const { app, names, links, shows } = follow(['--', 'tenant-desk://open/drafts.tdchanges']);
  app.emit('second-instance', {}, ['desk', '--', 'TENANT-DESK://open/history'], folder);
  const event = { preventDefault: () => undefined };
  app.emit('open-url', event, 'tenant-desk://open/settings');
  app.emit('open-url', event, 'https://example.com/');
  app.emit('second-instance', {}, ['desk', 'https://example.com/', 'tenant-desk'], folder);
  expect(links).toEqual([
    'tenant-desk://open/drafts.tdchanges',
    'TENANT-DESK://open/history',
    'tenant-desk://open/settings',
  ]);
  expect(names()).toEqual([]);
  expect(shows()).toBe(1);
});
