import { EventEmitter } from 'node:events';
import type { PowerMonitor } from 'electron';
import { describe, expect, it } from 'vitest';
import { asApp, FakeApp } from '../../../../test/fakes/electron/fake-app.ts';
import { asBrowserWindow, FakeWindow } from '../../../../test/fakes/electron/fake-window.ts';
import type { Loss } from './confirm-loss.ts';
import type { OpenWindow } from './open-windows.ts';
import { runDeskApp } from './desk-app.ts';

interface Given {
  readonly platform?: NodeJS.Platform;
  readonly mayStart?: boolean;
  readonly isApplying?: () => Promise<boolean>;
  readonly hasUnsavedDrafts?: () => boolean;
  /** The user's answer. */
  readonly response?: () => Promise<boolean>;
  /** Resolves when the page has saved the last edits. */
  readonly typedSaved?: Promise<undefined>;
  /** Resolves when the app has stopped. */
  readonly stopped?: Promise<undefined>;
  /** The windows of the last time. */
  readonly lastOpen?: readonly OpenWindow[];
}

const bounds = { x: 0, y: 0, width: 1000, height: 700 };
const at = (url: string, x = 0): OpenWindow => ({
  url,
  placement: { bounds: { ...bounds, x }, isMaximized: false },
});

/** A Tenant Desk that counts its calls, on a ready Electron app. */
function run(given: Given = {}) {
  const app = new FakeApp({ appFolder: '', homeFolder: '', isPackaged: true, getsLock: true });
  const power = new EventEmitter();
  const windows: FakeWindow[] = [];
  const opened: (OpenWindow | undefined)[] = [];
  let noted: readonly OpenWindow[] = [];
  const done = {
    saves: 0,
    typedSaves: 0,
    stops: 0,
    questions: 0,
    losses: [] as Loss[],
    reports: [] as unknown[],
  };
  const deskApp = runDeskApp({
    app: asApp(app),
    powerMonitor: () => power as unknown as PowerMonitor,
    platform: given.platform ?? 'linux',
    prepare: () => undefined,
    mayStart: async () => given.mayStart ?? true,
    start: async () => ({
      async openWindow(url, placement) {
        opened.push(url === undefined || placement === undefined ? undefined : { url, placement });
        // As in main: the window placement is read from a file first.
        await Promise.resolve();
        const window = new FakeWindow(
          {},
          { load: async () => undefined, withheld: new Set(), noticeClosed: () => app.noticeClosed() },
        );
        windows.push(window);
        app.windows.push(window);
        return {
          window: asBrowserWindow(window),
          savePlacement: () => (done.saves += 1),
          state: () => at(url ?? ''),
        };
      },
      async saveTyped() {
        await given.typedSaved;
        done.typedSaves += 1;
      },
      isApplying: given.isApplying ?? (async () => false),
      hasUnsavedDrafts: given.hasUnsavedDrafts ?? (() => false),
      async stop() {
        done.stops += 1;
        await given.stopped;
      },
    }),
    openWindows: { read: () => given.lastOpen ?? [], write: (open) => (noted = open) },
    confirmLoss: async (loss) => {
      done.questions += 1;
      done.losses.push(loss);
      return given.response === undefined ? false : given.response();
    },
    showFatal: (error) => {
      throw error;
    },
    report: (error) => done.reports.push(error),
  });
  app.becomeReady();
  return { app, power, windows, done, deskApp, opened, noted: () => noted.map(({ url }) => url) };
}

async function runWithWindow(given: Given = {}) {
  const running = run(given);
  await expect.poll(() => running.windows.length).toBe(1);
  const [window] = running.windows;
  if (window === undefined) throw new Error('No window was opened.');
  return { ...running, window };
}

it('stops only when the page has saved the last edits, when ended by the user or a signal', async () => {
  for (const way of ['close', 'signal'] as const) {
    const saved = Promise.withResolvers<undefined>();
    const { window, deskApp, done } = await runWithWindow({ typedSaved: saved.promise });
    if (way === 'close') window.close();
    else deskApp.end();
    await new Promise(setImmediate);
    expect(done).toMatchObject({ typedSaves: 0, stops: 0 });
    saved.resolve(undefined);
    await expect.poll(() => done.stops).toBe(1);
    expect(done.typedSaves).toBeGreaterThan(0);
  }
});

const applying = { isApplying: async () => true };

it('opens one window for several simultaneous requests', async () => {
  const { app, windows, window } = await runWithWindow({ platform: 'darwin' });
  window.close();
  app.emit('activate');
  app.emit('second-instance');
  app.emit('activate');
  await expect.poll(() => windows.length).toBe(2);
  await new Promise(setImmediate);
  expect(windows.length).toBe(2);
  app.emit('activate');
  expect(windows.at(-1)?.isFocused).toBe(true);
});

it('opens a window again after one was closed, on macOS', async () => {
  const { app, windows, window } = await runWithWindow({ platform: 'darwin' });
  window.close();
  app.emit('activate');
  await expect.poll(() => windows.length).toBe(2);
  expect(app.quits).toBe(0);
});

it('saves the window placement before it exits', async () => {
  const { app, window, done } = await runWithWindow();
  app.quit();
  expect(await app.exited).toBe(0);
  expect(done).toMatchObject({ saves: 1, stops: 1 });
  expect(window.isDestroyed()).toBe(true);
});

it('saves the window placement when an error ends it', async () => {
  const { app, deskApp, done } = await runWithWindow();
  deskApp.abort();
  expect(await app.exited).toBe(1);
  expect(done).toMatchObject({ saves: 1, stops: 0 });
});

it('hides its window at once, and stops once for repeated quits', async () => {
  const stopping = Promise.withResolvers<undefined>();
  const { app, window, done, deskApp } = await runWithWindow({ stopped: stopping.promise });
  window.show();
  window.close();
  await expect.poll(() => window.isShown).toBe(false);
  expect(window.isDestroyed()).toBe(false);
  app.quit();
  deskApp.end();
  stopping.resolve(undefined);
  expect(await app.exited).toBe(0);
  expect(done.stops).toBe(1);
});

it('relaunches after it has stopped if it was started again meanwhile', async () => {
  const stopping = Promise.withResolvers<undefined>();
  const { app, windows, deskApp } = await runWithWindow({ stopped: stopping.promise });
  deskApp.end();
  app.emit('second-instance');
  expect(app.relaunches).toBe(0);
  stopping.resolve(undefined);
  expect(await app.exited).toBe(0);
  expect(app.relaunches).toBe(1);
  expect(windows.length).toBe(1);
});

it('exits without relaunching otherwise', async () => {
  const { app, deskApp } = await runWithWindow();
  deskApp.end();
  await app.exited;
  expect(app.relaunches).toBe(0);
});

it.each([
  ['the menu', (app: FakeApp) => app.quit()],
  ['the window', (_app: FakeApp, window: FakeWindow) => window.close()],
])('asks before it is quit by %s while a change is being applied, and waits', async (_way, quit) => {
  const { app, window, done } = await runWithWindow(applying);
  window.show();
  quit(app, window);
  await expect.poll(() => done.questions).toBe(1);
  await new Promise(setImmediate);
  expect(done.stops).toBe(0);
  expect(window).toMatchObject({ isShown: true });
  expect(window.isDestroyed()).toBe(false);
});

it('quits while a change is being applied if the user confirms', async () => {
  const { app, done } = await runWithWindow({ ...applying, response: async () => true });
  app.quit();
  expect(await app.exited).toBe(0);
  expect(done).toMatchObject({ questions: 1, stops: 1 });
});

it('asks only once at a time, and again the next time', async () => {
  const first = Promise.withResolvers<boolean>();
  const responses = [first.promise, Promise.resolve(true)];
  const { app, window, done } = await runWithWindow({
    ...applying,
    response: async () => (await responses.shift()) ?? false,
  });
  app.quit();
  window.close();
  app.quit();
  await expect.poll(() => done.questions).toBe(1);
  first.resolve(false);
  await new Promise(setImmediate);
  expect(done).toMatchObject({ questions: 1, stops: 0 });
  app.quit();
  expect(await app.exited).toBe(0);
  expect(done.questions).toBe(2);
});

it.each(['linux', 'darwin'] as const)(
  'closes no window with unsaved changes on %s before the user confirms',
  async (platform) => {
    const responses = [false, true];
    const { window, done } = await runWithWindow({
      platform,
      hasUnsavedDrafts: () => true,
      response: async () => responses.shift() ?? false,
    });
    window.show();
    window.close();
    await expect.poll(() => done.losses).toEqual(['unsaved-drafts']);
    await new Promise(setImmediate);
    expect(window).toMatchObject({ isShown: true });
    expect([window.isDestroyed(), done.stops]).toEqual([false, 0]);
    window.close();
    await expect.poll(() => window.isDestroyed()).toBe(true);
    expect(done.losses).toEqual(['unsaved-drafts', 'unsaved-drafts']);
  },
);

it('asks about both before it quits with an unsaved draft while a change is being applied', async () => {
  const { app, done } = await runWithWindow({
    ...applying,
    hasUnsavedDrafts: () => true,
    response: async () => true,
  });
  app.quit();
  expect(await app.exited).toBe(0);
  expect(done.losses).toEqual(['unsaved-drafts', 'interrupted-change']);
});

it('does not ask when its window is closed on macOS, where the app keeps running', async () => {
  const { app, window, done } = await runWithWindow({ ...applying, platform: 'darwin' });
  window.close();
  expect(window.isDestroyed()).toBe(true);
  await new Promise(setImmediate);
  expect(done).toMatchObject({ questions: 0, stops: 0 });
  expect(app.quits).toBe(0);
});

it('does not ask when a signal ends it, even while it is asking', async () => {
  const { app, deskApp, done } = await runWithWindow({
    ...applying,
    response: () => new Promise(() => undefined),
  });
  app.quit();
  await expect.poll(() => done.questions).toBe(1);
  deskApp.end();
  expect(await app.exited).toBe(0);
  expect(done).toMatchObject({ questions: 1, stops: 1, saves: 1 });
});

it('neither asks nor delays a system shutdown', async () => {
  const { app, power, done } = await runWithWindow({
    ...applying,
    stopped: new Promise(() => undefined),
  });
  power.emit('shutdown');
  expect(done.saves).toBe(1);
  // macOS quits each program next, and a program that prevents it cancels the shutdown.
  app.quit();
  expect(await app.exited).toBe(0);
  expect(done).toMatchObject({ questions: 0, stops: 1 });
});

it('exits when the Windows session ends, which sends no quit event', async () => {
  const { app, window, done } = await runWithWindow({ ...applying, platform: 'win32' });
  window.emit('session-end', { reasons: ['shutdown'] });
  expect(done.saves).toBe(1);
  expect(await app.exited).toBe(0);
  expect(done).toMatchObject({ questions: 0, stops: 1 });
});

it('exits even if it can’t determine whether a change is being applied', async () => {
  const { app, done } = await runWithWindow({
    isApplying: () => Promise.reject(new Error('the database is gone')),
  });
  app.quit();
  expect(await app.exited).toBe(0);
  expect(done.reports).toEqual([expect.objectContaining({ message: 'the database is gone' })]);
});

it('starts nothing if the user doesn’t want the start', async () => {
  const { app, windows, done } = run({ mayStart: false });
  expect(await app.exited).toBe(1);
  expect(windows).toEqual([]);
  expect(done.stops).toBe(0);
});

it('lets another version replace it once everything has stopped, without asking', async () => {
  const { app, deskApp, done } = await runWithWindow();
  const stopsBefore: number[] = [];
  await deskApp.replaceWith(async () => {
    stopsBefore.push(done.stops);
    app.quit();
  });
  expect(await app.exited).toBe(0);
  expect(stopsBefore).toEqual([1]);
  expect(done).toMatchObject({ questions: 0, reports: [] });
  expect(app).toMatchObject({ hasReleasedLock: true, relaunches: 0 });
});

it.each([
  ['a change is being applied', applying, 'a change is being applied'],
  ['a draft is unsaved', { hasUnsavedDrafts: () => true }, 'couldn’t be saved'],
  [
    'it is unknown what is being applied',
    { isApplying: () => Promise.reject(new Error('storage')) },
    'storage',
  ],
])('isn’t replaced while %s', async (_what, given, message) => {
  const { app, deskApp, done } = await runWithWindow(given);
  const replacing = deskApp.replaceWith(() => Promise.reject(new Error('Not reached.')));
  await expect(replacing).rejects.toThrow(message);
  expect(done.stops).toBe(0);
  expect(app).toMatchObject({ hasReleasedLock: false, relaunches: 0 });
});

it('starts again in the same version if it can’t be replaced', async () => {
  const { app, deskApp, done } = await runWithWindow();
  await deskApp.replaceWith(() => Promise.reject(new Error('The disk is full.')));
  expect(await app.exited).toBe(0);
  expect(app.relaunches).toBe(1);
  expect(done.reports).toMatchObject([{ message: 'The disk is full.' }]);
});

describe('windows of the last time', () => {
  const three = [at('#/t/acme/roles', 300), at('#/history', 200), at('#/t/globex/origins', 100)];

  it('are opened again where they were, the one in front last', async () => {
    const { opened } = run({ lastOpen: three });
    await expect.poll(() => opened).toEqual(three.toReversed());
  });

  it('are not opened again if there was only one: it starts at the beginning', async () => {
    const { opened, windows } = run({ lastOpen: [at('#/history')] });
    await expect.poll(() => windows.length).toBe(1);
    expect(opened).toEqual([undefined]);
  });

  it('are those that are open when it quits, and after an end without notice those that were open until then', async () => {
    const { app, deskApp, windows, noted } = run({ lastOpen: three });
    await expect.poll(() => windows.length).toBe(3);
    await deskApp.openWindow('#/drafts');
    expect(noted()).toEqual(['#/drafts', '#/t/acme/roles', '#/history', '#/t/globex/origins']);
    windows[1]?.close();
    await expect.poll(noted).toEqual(['#/drafts', '#/t/acme/roles', '#/t/globex/origins']);
    app.quit();
    expect(await app.exited).toBe(0);
    expect(noted()).toEqual(['#/drafts', '#/t/acme/roles', '#/t/globex/origins']);
  });
});
