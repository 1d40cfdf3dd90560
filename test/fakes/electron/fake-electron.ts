import type {
  Clipboard,
  CustomScheme,
  Dialog,
  ForkOptions,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NativeTheme,
  OnBeforeRequestListenerDetails,
  Protocol,
  Screen,
  Session,
  Shell,
} from 'electron';
import type { FakeAppOptions } from './fake-app.ts';
import { FakeApp } from './fake-app.ts';
import { FakeIpc } from './fake-ipc.ts';
import { FakeUtilityProcess } from './fake-utility-process.ts';
import { FakeWindow } from './fake-window.ts';
import { runPreload } from './run-preload.ts';

type PermissionRequest = Parameters<Session['setPermissionRequestHandler']>[0];
type PermissionCheck = Parameters<Session['setPermissionCheckHandler']>[0];
type BeforeRequest = Parameters<Session['webRequest']['onBeforeRequest']>[0];

/**
 * Electron as far as the desk uses it, for tests where its runtime is not there. Everything here is checked
 * against Electron's own types; what main does to it is kept for the test to look at.
 */
export function createFakeElectron(options: FakeAppOptions) {
  const app = new FakeApp(options);
  const ipc = new FakeIpc();
  const schemes: CustomScheme[] = [];
  const handlers = new Map<string, (request: Request) => Response | Promise<Response>>();
  const windows: FakeWindow[] = [];
  const processes: FakeUtilityProcess[] = [];
  const opened: string[] = [];
  const messageBoxes: MessageBoxOptions[] = [];
  const errorBoxes: string[] = [];
  const answers = {
    open: { canceled: true, filePaths: [] } as Awaited<ReturnType<Dialog['showOpenDialog']>>,
    save: { canceled: true, filePath: '' } as Awaited<ReturnType<Dialog['showSaveDialog']>>,
    messageBox: { response: 0, checkboxChecked: false } as Awaited<ReturnType<Dialog['showMessageBox']>>,
  };
  const clipboardText = { value: '' };
  const menu: { template: MenuItemConstructorOptions[] } = { template: [] };
  const guards: { request?: PermissionRequest; check?: PermissionCheck; before?: BeforeRequest } = {};
  const pages = new Map<FakeWindow, { readonly html: Response; readonly world: Record<string, unknown> }>();

  async function request(url: string): Promise<Response> {
    const handler = handlers.get(new URL(url).protocol.replace(':', ''));
    if (handler === undefined) throw new Error(`No handler serves ${url}`);
    return handler(new Request(url));
  }

  async function load(window: FakeWindow, url: string): Promise<void> {
    const html = await request(url);
    const preload = window.options.webPreferences?.preload;
    if (preload === undefined) throw new Error('The window has no preload script.');
    pages.set(window, { html, world: await runPreload(preload, ipc.rendererOf(window.webContents)) });
  }

  class BrowserWindow extends FakeWindow {
    constructor(windowOptions: ConstructorParameters<typeof FakeWindow>[0]) {
      super(windowOptions, load);
      windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }
  }

  const module = {
    app,
    BrowserWindow,
    clipboard: {
      writeText: (text) => {
        clipboardText.value = text;
        return Promise.resolve();
      },
    } satisfies Pick<Clipboard, 'writeText'>,
    dialog: {
      showOpenDialog: () => Promise.resolve(answers.open),
      showSaveDialog: () => Promise.resolve(answers.save),
      showErrorBox: (title, content) => void errorBoxes.push(`${title}: ${content}`),
      showMessageBox: (_window: unknown, box?: MessageBoxOptions) => {
        if (box !== undefined) messageBoxes.push(box);
        return Promise.resolve(answers.messageBox);
      },
    } satisfies Pick<Dialog, 'showErrorBox' | 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog'>,
    ipcMain: ipc.main,
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) => template,
      setApplicationMenu: (template: MenuItemConstructorOptions[]) => void (menu.template = template),
    },
    nativeTheme: {
      shouldUseDarkColors: false,
      themeSource: 'system',
    } as Pick<NativeTheme, 'shouldUseDarkColors' | 'themeSource'>,
    protocol: {
      registerSchemesAsPrivileged: (registered) => void schemes.push(...registered),
      handle: (scheme, handler) => void handlers.set(scheme, handler),
    } satisfies Pick<Protocol, 'handle' | 'registerSchemesAsPrivileged'>,
    screen: {
      getPrimaryDisplay: () => display,
      getAllDisplays: () => [display],
    } satisfies Record<keyof Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay'>, () => unknown>,
    session: {
      defaultSession: {
        setPermissionRequestHandler: (handler) => void (guards.request = handler),
        setPermissionCheckHandler: (handler) => void (guards.check = handler),
        setDevicePermissionHandler: () => undefined,
        webRequest: {
          onBeforeRequest: (listener: BeforeRequest) => void (guards.before = listener),
        },
      } satisfies Pick<
        Session,
        'setDevicePermissionHandler' | 'setPermissionCheckHandler' | 'setPermissionRequestHandler'
      > & { readonly webRequest: unknown },
    },
    shell: {
      openExternal: (url) => {
        opened.push(url);
        return Promise.resolve();
      },
      openPath: (path) => {
        opened.push(path);
        return Promise.resolve('');
      },
    } satisfies Pick<Shell, 'openExternal' | 'openPath'>,
    utilityProcess: {
      fork(modulePath: string, args: string[], forkOptions: ForkOptions) {
        const child = new FakeUtilityProcess(modulePath, args, forkOptions);
        processes.push(child);
        return child;
      },
    },
  };

  return {
    module,
    app,
    ipc,
    schemes,
    windows,
    processes,
    opened,
    messageBoxes,
    errorBoxes,
    answers,
    clipboardText,
    menu,
    request,
    pageOf: (window: FakeWindow) => pages.get(window),
    /** What becomes of a page's wish for a permission, asked for and looked up. */
    tryPermission(permission: Parameters<NonNullable<PermissionRequest>>[1]): boolean {
      let isGranted: boolean | undefined;
      const details = { requestingUrl: 'app://desk/index.html', isMainFrame: true };
      const contents = null as never;
      guards.request?.(contents, permission, (granted) => (isGranted = granted), details);
      return isGranted ?? true;
    },
    /** True when a request of the page may leave. */
    tryRequest(url: string): boolean {
      const listener = guards.before as unknown;
      if (typeof listener !== 'function') return true;
      let isCancelled: boolean | undefined;
      const details: Partial<OnBeforeRequestListenerDetails> = { url };
      listener(details, ({ cancel }: { readonly cancel?: boolean }) => (isCancelled = cancel));
      return isCancelled !== true;
    },
  };
}

export type FakeElectron = ReturnType<typeof createFakeElectron>;

const display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } };
