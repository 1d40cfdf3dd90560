import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Desk, DeskBridge } from '../../contract/bridge/desk.ts';
import { connectDesk } from '../../contract/bridge/desk.ts';
import { allBundles } from '../../tools/build/all-bundles.ts';
import { buildStale } from '../../tools/build/build-stale.ts';
import type { FakeElectron, FakeElectronOptions } from '../fakes/electron/fake-electron.ts';
import { createFakeElectron } from '../fakes/electron/fake-electron.ts';
import type { FakeWindow } from '../fakes/electron/fake-window.ts';
import { loadMainBundle } from '../fakes/electron/load-main-bundle.ts';

const ownFolder = fileURLToPath(new URL('../../', import.meta.url));

export interface LoadedMain {
  readonly electron: FakeElectron;
  readonly profileFolder: string;
  dispose(): Promise<void>;
}

type LoadOptions = Pick<Required<FakeElectronOptions>, 'appFolder' | 'getsLock' | 'isPackaged' | 'withheld'>;

/** Runs the built main bundle under the fake Electron, up to where Electron would become ready. */
export async function loadMain(options: Partial<LoadOptions> = {}): Promise<LoadedMain> {
  const { appFolder = ownFolder, getsLock = true, isPackaged = false, withheld = new Set() } = options;
  await buildStale(allBundles, () => undefined);
  const profileFolder = await mkdtemp(join(tmpdir(), 'electron-bundle-'));
  process.argv.push('--profile', profileFolder);
  const electron = createFakeElectron({
    appFolder,
    homeFolder: profileFolder,
    isPackaged,
    getsLock,
    withheld,
  });
  loadMainBundle(join(appFolder, 'dist', 'main', 'index.js'), electron);
  return {
    electron,
    profileFolder,
    dispose: () => rm(profileFolder, { recursive: true, force: true }),
  };
}

export interface StartedDesk extends LoadedMain {
  readonly window: FakeWindow;
  readonly html: Response;
  /** `window.desk` as the page sees it. */
  readonly bridge: DeskBridge;
  readonly desk: Desk;
}

/** Continues until the window has loaded its page. */
export async function startDesk(options: Partial<LoadOptions> = {}): Promise<StartedDesk> {
  const loaded = await loadMain(options);
  const { electron } = loaded;
  const created = new Promise((resolve) => electron.app.once('web-contents-created', resolve));
  electron.app.becomeReady();
  await created;
  const [window] = electron.windows;
  if (window === undefined) throw new Error('No window was opened.');
  await window.loaded;
  const { html, bridge } = pageIn(electron, window);
  return { ...loaded, window, html, bridge, desk: connectDesk(bridge) };
}

function pageIn(electron: FakeElectron, window: FakeWindow) {
  const page = electron.pageOf(window);
  const bridge = page?.world['desk'];
  if (page === undefined || !isBridge(bridge)) throw new Error('The page has no window.desk.');
  return { html: page.html, bridge };
}

/** The calls of the page in a window that has loaded it. */
export function deskIn(electron: FakeElectron, window: FakeWindow): Desk {
  return connectDesk(pageIn(electron, window).bridge);
}

function isBridge(value: unknown): value is DeskBridge {
  return typeof value === 'object' && value !== null && 'on' in value && typeof value.on === 'function';
}
