import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channels } from '../../contract/bridge/channels.ts';
import { toDeskError } from '../../contract/errors/desk-failure.ts';
import type { EventPayload } from '../../contract/bridge/events.ts';
import { methods } from '../../contract/bridge/methods.ts';
import { aLargeExport } from '../builders/large-files.ts';
import type { StartedDesk } from './started-desk.ts';
import { startDesk } from './started-desk.ts';

let started: StartedDesk;

beforeAll(async () => {
  started = await startDesk();
});

afterAll(async () => {
  started.electron.app.quit();
  await started.electron.app.exited;
  await started.dispose();
});

const listTenants = { type: 'call', id: 'x', method: 'tenants.list' };

describe('the window', () => {
  it('gives the page a sandbox, an isolated world and no Node', () => {
    expect(started.window.options.webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      spellcheck: false,
    });
    expect(started.electron.app.isSandboxed).toBe(true);
  });

  it('shows itself once there is something to see', () => {
    expect(started.window.options.show).toBe(false);
    expect(started.window.isShown).toBe(true);
  });

  it('fits its display', () => {
    const { width = 0, height = 0, x = -1, y = -1 } = started.window.options;
    expect(x >= 0 && y >= 0 && x + width <= 1920 && y + height <= 1080).toBe(true);
  });

  it('leaves crash dumps in the profile folder, and sends them nowhere', async () => {
    const { app, crashReports } = started.electron;
    expect(crashReports).toEqual([{ uploadToServer: false, ignoreSystemCrashHandler: true }]);
    expect(app.getPath('crashDumps')).toBe(join(started.profileFolder, 'crashes'));
    expect((await stat(join(started.profileFolder, 'crashes'))).isDirectory()).toBe(true);
  });

  it('stores all data of Chromium under the profile folder', () => {
    expect(started.electron.app.getPath('userData')).toBe(join(started.profileFolder, 'electron'));
  });

  it('comes to the front when the program is started again', () => {
    expect(started.window.isFocused).toBe(false);
    started.electron.app.emit('second-instance', {}, ['tenant-desk'], process.cwd());
    expect(started.window.isFocused).toBe(true);
    expect(started.electron.windows.length).toBe(1);
  });

  it('has a menu whose shortcuts the page handles itself', () => {
    const labels = started.electron.menu.template.map(({ label, role }) => label ?? role);
    expect(labels).toEqual(expect.arrayContaining(['&File', 'editMenu', '&View', 'windowMenu', 'help']));
    const view = started.electron.menu.template.find(({ label }) => label === '&View');
    const palette = [view?.submenu]
      .flat()
      .find((item) => item !== undefined && 'label' in item && item.label.startsWith('Command palette'));
    expect(palette).toMatchObject({ accelerator: 'CommandOrControl+K', registerAccelerator: false });
  });

  it('has a menu whose items notify the page, and type nothing into it', () => {
    const seen: string[] = [];
    const stop = started.desk.on('menu.chosen', ({ command }) => seen.push(command));
    const items = started.electron.menu.template.flatMap(({ submenu }) =>
      Array.isArray(submenu) ? submenu : [],
    );
    for (const wanted of ['Keyboard shortcuts', 'Settings…', 'About Tenant Desk', 'Command palette…']) {
      const click = items.find(({ label }) => label === wanted)?.click as (() => void) | undefined;
      click?.();
    }
    stop();
    expect(seen).toEqual(['shortcuts', 'settings', 'about', 'palette']);
  });

  it("offers editing commands in a field's context menu, and nothing on a link", () => {
    const { webContents } = started.window;
    const editFlags = { canCut: false, canCopy: false, canPaste: true, canSelectAll: true };
    const clicked = { isEditable: true, selectionText: '', linkURL: '', editFlags, menuSourceType: 'mouse' };
    webContents.emit('context-menu', {}, clicked);
    expect(started.electron.popups.at(-1)?.template).toMatchObject([
      { role: 'cut', enabled: false },
      { role: 'copy', enabled: false },
      { role: 'paste', enabled: true },
      { type: 'separator' },
      { role: 'selectAll', enabled: true },
    ]);
    webContents.emit(
      'context-menu',
      {},
      { ...clicked, isEditable: false, linkURL: 'app://desk/index.html#/drafts' },
    );
    expect(started.electron.popups.length).toBe(1);
  });

  it('zooms by the keys that its menu lacks, and leaves the others to the page', () => {
    const { webContents } = started.window;
    const key = { type: 'keyDown', control: true, meta: false, alt: false, shift: false };
    const isMac = process.platform === 'darwin';
    const chord = isMac ? { ...key, control: false, meta: true } : key;
    const press = (input: object) => webContents.tryEvent('before-input-event', {}, { ...chord, ...input });
    expect(press({ key: '=', code: 'Equal' })).toBe(false);
    expect(webContents.zoomLevel).toBe(0.5);
    expect(press({ key: '0', code: 'Numpad0' })).toBe(false);
    expect(webContents.zoomLevel).toBe(0);
    expect(press({ key: 'k', code: 'KeyK' })).toBe(true);
  });

  it('has the background of its theme', async () => {
    await started.desk.settings.update({ theme: 'dark' });
    expect(started.window.backgroundColor).toBe('#101219');
    await started.desk.settings.update({ theme: 'light' });
    expect(started.window.backgroundColor).toBe('#f7f7f9');
    await started.desk.settings.update({ theme: 'system' });
  });
});

describe('the page', () => {
  it('has a scheme with an isolated origin', () => {
    expect(started.electron.schemes).toMatchObject([
      { scheme: 'app', privileges: { standard: true, secure: true } },
    ]);
    expect(started.window.webContents.mainFrame.url).toBe('app://desk/index.html');
    expect(started.electron.schemes[0]?.privileges?.bypassCSP).toBeUndefined();
  });

  it('shares its process with no page of another origin', () => {
    expect(started.html.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(started.html.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
  });

  it('has a policy that allows no connections and no external content', async () => {
    const policy = started.html.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ').sort()).toEqual([
      "base-uri 'none'",
      "default-src 'none'",
      "font-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self' data:",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "worker-src 'self'",
    ]);
    expect(await started.html.clone().text()).toContain('<div id="app">');
  });

  it('finds the scripts and styles that it references, each with its type', async () => {
    const html = await started.html.clone().text();
    const names = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, name]) => name ?? '');
    expect(names.length).toBeGreaterThanOrEqual(2);
    for (const name of names) {
      const response = await started.electron.request(`app://desk/${name}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toMatch(/^(text\/(javascript|css)|image\/svg)/);
    }
  });

  it.each([
    'app://desk/../package.json',
    'app://desk/..%2f..%2fpackage.json',
    'app://desk/%2e%2e/%2e%2e/package.json',
    'app://desk/assets/..%5c..%5cindex.js',
    'app://desk//etc/passwd',
    'app://desk/.digest',
    'app://other/index.html',
    'app://desk:1/index.html',
  ])('cannot read %s', async (url) => {
    expect((await started.electron.request(url)).status).toBe(404);
  });

  it('can neither navigate, open windows nor embed pages', () => {
    const { webContents } = started.window;
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview']) {
      expect([event, webContents.tryEvent(event, { url: 'https://evil.example' })]).toEqual([event, false]);
    }
    expect(webContents.tryToOpen('https://evil.example')).toBe('deny');
    expect(webContents.tryToOpen('app://desk/index.html')).toBe('deny');
  });

  it.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'fileSystem'] as const)(
    'gets no permission for %s',
    (permission) => {
      expect(started.electron.tryPermission(permission)).toBe(false);
    },
  );

  it('reaches no network, not even this machine', () => {
    for (const url of [
      'https://example.com/',
      'http://127.0.0.1:80/',
      'file:///etc/passwd',
      'ws://x/',
      'app://x/',
    ]) {
      expect([url, started.electron.tryRequest(url)]).toEqual([url, false]);
    }
    expect(started.electron.tryRequest('app://desk/index.html')).toBe(true);
  });
});

describe('the preload script', () => {
  it('exposes exactly the methods of the contract', () => {
    const names = Object.entries(started.bridge).flatMap(([noun, verbs]) =>
      noun === 'on' ? [] : Object.keys(verbs).map((verb) => `${noun}.${verb}`),
    );
    expect(names.sort()).toEqual(Object.keys(methods).sort());
  });

  it('is small, and needs no module but electron', async () => {
    const file = started.window.options.webPreferences?.preload ?? '';
    expect((await stat(file)).size).toBeLessThan(8 * 1024);
    const required = [...(await readFile(file, 'utf8')).matchAll(/require\(([^)]*)\)/g)].map(
      ([, name]) => name,
    );
    expect(required).toEqual(['"electron"']);
  });
});

describe('calls', () => {
  it('use exactly three channels', () => {
    expect(started.electron.ipc.channels).toEqual([channels.call, channels.cancel].sort());
  });

  it('are handled by the real services', async () => {
    const info = await started.desk.app.info();
    expect(info).toMatchObject({ version: '1.2.3', host: 'electron', profileFolder: started.profileFolder });
    const key = { tenantId: 't', kind: 'query', targetId: 'q' };
    const draft = { ...key, state: { text: 'SELECT 1' }, base: null };
    await started.desk.drafts.save({ ...draft, revision: null });
    expect(await started.desk.drafts.get(key)).toMatchObject({ ...draft, title: 'SELECT 1' });
  });

  it('with wrong input are rejected with a message, without a stack trace', async () => {
    const result = await started.bridge.history.remove({ id: 7 });
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid-input' } });
    expect(JSON.stringify(result)).not.toMatch(/\.ts|\.js| {4}at /);
  });

  it.each([
    ['another address in our window', 'https://evil.example/'],
    ['a host that only begins like ours', 'app://desk.evil.example/index.html'],
    ['no address', 'about:blank'],
  ])('from %s are rejected', async (_what, url) => {
    const { mainFrame } = started.window.webContents;
    const own = mainFrame.url;
    mainFrame.url = url;
    const result = await started.bridge.tenants.list();
    mainFrame.url = own;
    expect(result).toMatchObject({ ok: false, error: { code: 'untrusted-sender' } });
  });

  it.each([
    ['a frame inside our page', { url: 'app://desk/index.html' }],
    ['a frame that is gone', null],
  ])('from %s are rejected', async (_what, frame) => {
    const result = await started.electron.ipc.invoke(channels.call, listTenants, frame);
    expect(result).toMatchObject({ ok: false, error: { code: 'untrusted-sender' } });
  });

  it('receive events until they stop listening', async () => {
    const seen: EventPayload<'settings.changed'>[] = [];
    const stop = started.desk.on('settings.changed', (settings) => seen.push(settings));
    await started.desk.settings.update({ theme: 'dark' });
    expect(seen.map(({ theme }) => theme)).toEqual(['dark']);
    expect(started.electron.module.nativeTheme.themeSource).toBe('dark');
    stop();
    await started.desk.settings.update({ theme: 'system' });
    expect(seen.length).toBe(1);
  });
});

describe('the embedded tenant', () => {
  it('runs as a utility process from its own bundle, and its tenants appear', async () => {
    expect(started.electron.processes.length).toBe(1);
    await expect
      .poll(async () => (await started.desk.tenants.list()).map(({ name }) => name), { timeout: 20_000 })
      .toEqual(['Sandbox Staging', 'Sandbox Production']);
  });
});

describe('files', () => {
  it("that were not selected can't be read", async () => {
    expect(await started.desk.migration.openFile()).toBeUndefined();
    expect(await started.desk.history.export({})).toBeUndefined();
  });

  it("that are too large or can't be read are rejected by name", async () => {
    const folder = join(started.profileFolder, 'files');
    await mkdir(folder, { recursive: true });
    const large = join(folder, 'large.json');
    await writeFile(large, Buffer.alloc(50 * 1024 * 1024 + 1));
    for (const [path, code] of [
      [large, 'file-too-large'],
      [join(folder, 'missing.json'), 'file-unreadable'],
    ] as const) {
      started.electron.responses.open = { canceled: false, filePaths: [path] };
      const error = await started.desk.migration.openFile().catch(toDeskError);
      expect(error).toMatchObject({
        code,
        message: expect.stringContaining(path.split(/[\\/]/).at(-1) ?? ''),
      });
    }
  });

  it('that are too large to be read at once are read in a separate thread', async () => {
    const folder = join(started.profileFolder, 'files');
    await mkdir(folder, { recursive: true });
    const path = join(folder, 'many.json');
    await writeFile(path, aLargeExport(1000, 2000));
    started.electron.responses.open = { canceled: false, filePaths: [path] };
    const opened = await started.desk.migration.openFile();
    expect(opened).toMatchObject({ name: 'many.json', ruleCount: 1000 });
    const last = await started.desk.migration.rules({ fileId: opened?.fileId ?? '', from: 999 });
    expect(last).toMatchObject([{ name: 'Webhook 999' }]);
  });

  it('are saved under the selected name, without temporary files beside them', async () => {
    const folder = join(started.profileFolder, 'saved');
    await mkdir(folder, { recursive: true });
    const path = join(folder, 'history.jsonl');
    await writeFile(path, 'what was there before');
    started.electron.responses.save = { canceled: false, filePath: path };
    expect(await started.desk.history.export({})).toEqual({ fileName: 'history.jsonl', count: 0 });
    expect(await readFile(path, 'utf8')).toBe('');
    expect(await readdir(folder)).toEqual(['history.jsonl']);
  });

  it('are saved to the folder used last, the first time to Downloads', async () => {
    const { electron, desk, profileFolder } = started;
    const saved = join(profileFolder, 'saved');
    await mkdir(saved, { recursive: true });
    await rm(join(profileFolder, 'folders.json'), { force: true });
    electron.responses.save = { canceled: false, filePath: join(saved, 'history.jsonl') };
    await desk.history.export({});
    electron.responses.save = { canceled: true, filePath: '' };
    await desk.history.export({});
    const [first, second] = electron.saveDialogs
      .slice(-2)
      .map(({ defaultPath = '' }) => dirname(defaultPath));
    expect([first, second]).toEqual([electron.app.getPath('downloads'), saved]);
  });

  it("that can't be saved leave the existing file unchanged", async () => {
    const path = join(started.profileFolder, 'no-such-folder', 'history.jsonl');
    started.electron.responses.save = { canceled: false, filePath: path };
    const error = await started.desk.history.export({}).catch(toDeskError);
    expect(error).toMatchObject({ code: 'storage-failed' });
    expect(existsSync(path)).toBe(false);
  });
});

describe('the system', () => {
  it('opens web URLs in its browser, and nothing else', async () => {
    await started.desk.app.openExternal({ url: 'https://example.com/docs' });
    expect(started.electron.opened).toEqual(['https://example.com/docs']);
    for (const url of ['file:///etc/passwd', 'javascript:alert(1)', 'vscode://x', 'smb://x/y']) {
      const error = await started.desk.app.openExternal({ url }).catch(toDeskError);
      expect(error).toMatchObject({ code: 'invalid-input' });
    }
    expect(started.electron.opened.length).toBe(1);
  });

  it('gets copied text', async () => {
    await started.desk.app.copyText({ text: 'SELECT 1' });
    expect(started.electron.clipboardText.value).toBe('SELECT 1');
  });
});

describe('a crash of the page', () => {
  it('reloads the page and says so, unless it crashes repeatedly', async () => {
    const { webContents } = started.window;
    const crash = () => webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    crash();
    expect(webContents.reloads).toBe(1);
    expect(started.electron.messageBoxes.at(-1)?.message).toContain('reloaded');
    crash();
    expect(webContents.reloads).toBe(2);
    started.electron.responses.messageBox = { response: 1, checkboxChecked: false };
    crash();
    expect(started.electron.messageBoxes.at(-1)?.buttons).toEqual(['Reload', 'Close window']);
    await expect.poll(() => started.window.isDestroyed()).toBe(true);
    expect(webContents.reloads).toBe(2);
  });
});
