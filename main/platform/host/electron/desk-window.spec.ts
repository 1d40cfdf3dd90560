import type { NativeTheme, Dialog, MessageBoxReturnValue } from 'electron';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeNativeTheme } from '../../../../test/fakes/electron/fake-native-theme.ts';
import { asBrowserWindow, FakeWindow } from '../../../../test/fakes/electron/fake-window.ts';
import { openDeskWindow } from './desk-window.ts';
import type { WindowPlacement } from './window-placement.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new Promise<void>(() => undefined);
const neverResponds: Pick<Dialog, 'showMessageBox'> = {
  showMessageBox: () => new Promise<MessageBoxReturnValue>(() => undefined),
};

/** A window whose page never finishes loading: the test emits its events. */
function open(saved?: WindowPlacement) {
  const theme = new FakeNativeTheme();
  const saves: WindowPlacement[] = [];
  const windows: FakeWindow[] = [];
  const { savePlacement } = openDeskWindow({
    createWindow(options) {
      const window = new FakeWindow(options, {
        load: () => never,
        withheld: new Set(),
        noticeClosed: () => undefined,
      });
      windows.push(window);
      return asBrowserWindow(window);
    },
    dialog: neverResponds,
    nativeTheme: theme as unknown as NativeTheme,
    workAreas: [{ x: 0, y: 0, width: 1920, height: 1080 }],
    url: '',
    preloadFile: '/preload/index.cjs',
    isDevelopment: false,
    saved,
    save: (placement) => saves.push(placement),
    now: Date.now,
  });
  const [window] = windows;
  if (window === undefined) throw new Error('No window was made.');
  return { window, theme, saves, savePlacement };
}

const maximized: WindowPlacement = { bounds: { x: 0, y: 0, width: 1000, height: 700 }, isMaximized: true };

it('is shown once, on the first sign that the page is ready', () => {
  const { window } = open();
  expect(window.isShown).toBe(false);
  window.emit('ready-to-show');
  expect(window.isShown).toBe(true);
  window.webContents.emit('did-finish-load');
  vi.runAllTimers();
  expect(window.shows).toBe(1);
});

it('is shown when its page was loaded, on systems that draw nothing for a hidden window', () => {
  const { window } = open();
  window.webContents.emit('did-finish-load');
  expect(window.shows).toBe(1);
});

it('is shown after two seconds at the latest', () => {
  const { window } = open();
  vi.advanceTimersByTime(1999);
  expect(window.isShown).toBe(false);
  vi.advanceTimersByTime(1);
  expect(window.shows).toBe(1);
});

it('is not shown if it was closed before', () => {
  const { window } = open();
  window.destroy();
  expect(vi.getTimerCount()).toBe(0);
  window.webContents.emit('did-finish-load');
  expect(window.shows).toBe(0);
});

it('stays hidden until then even if it was maximized', () => {
  const { window } = open(maximized);
  expect(window.isShown).toBe(false);
  window.emit('ready-to-show');
  expect([window.isShown, window.isMaximized()]).toEqual([true, true]);
});

it('saves its placement when it is closed, and on request', () => {
  const { window, saves, savePlacement } = open();
  window.emit('ready-to-show');
  savePlacement();
  window.maximize();
  window.close();
  expect(saves).toMatchObject([{ isMaximized: false }, { isMaximized: true }]);
  expect(saves[0]?.bounds).toMatchObject({ width: 1360, height: 880 });
});

it('stays maximized if it is closed before it was shown', () => {
  const { savePlacement, saves } = open(maximized);
  savePlacement();
  expect(saves).toMatchObject([{ isMaximized: true }]);
});

it('has the background of the theme, and follows it until it is closed', () => {
  const { window, theme } = open();
  expect(window.backgroundColor).toBe('#f7f7f9');
  theme.changeSystem(true);
  expect(window.backgroundColor).toBe('#101219');
  theme.themeSource = 'light';
  expect(window.backgroundColor).toBe('#f7f7f9');
  window.destroy();
  expect(theme.listenerCount('updated')).toBe(0);
});
