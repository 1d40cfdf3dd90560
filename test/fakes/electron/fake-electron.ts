import { EventEmitter } from 'node:events';
import type {
  Clipboard,
  CrashReporter,
  CrashReporterStartOptions,
  CustomScheme,
  Dialog,
  ForkOptions,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  MessageBoxReturnValue,
  NotificationConstructorOptions,
  OnBeforeRequestListenerDetails,
  OpenDialogOptions,
  PopupOptions,
  Protocol,
  SaveDialogOptions,
  Screen,
  Session,
  Shell,
  SystemPreferences,
} from 'electron';
import type { FakeAppOptions } from './fake-app.ts';
import { FakeApp } from './fake-app.ts';
import { FakeIpc } from './fake-ipc.ts';
import { FakeNativeTheme } from './fake-native-theme.ts';
import { FakeChannel } from './fake-ports.ts';
import { FakeUtilityProcess } from './fake-utility-process.ts';
import type { FakeWindowParts } from './fake-window.ts';
import { FakeWindow } from './fake-window.ts';
import { runPreload } from './run-preload.ts';

type PermissionRequest = Parameters<Session['setPermissionRequestHandler']>[0];
type PermissionCheck = Parameters<Session['setPermissionCheckHandler']>[0];
type BeforeRequest = Parameters<Session['webRequest']['onBeforeRequest']>[0];

export interface FakeElectronOptions extends FakeAppOptions {
  /** Events that its windows never emit. */
  readonly withheld?: FakeWindowParts['withheld'];
}

/**
 * The parts of Electron that Tenant Desk uses, for tests without its runtime. Everything here is checked
 * against Electron's own types; calls by main are recorded for the test.
 */
export function createFakeElectron(options: FakeElectronOptions) {
  const app = new FakeApp(options);
  const ipc = new FakeIpc();
  const schemes: CustomScheme[] = [];
  const handlers = new Map<string, (request: Request) => Response | Promise<Response>>();
  const windows: FakeWindow[] = [];
  const processes: FakeUtilityProcess[] = [];
  const opened: string[] = [];
  const messageBoxes: MessageBoxOptions[] = [];
  const errorBoxes: string[] = [];
  const notifications: (EventEmitter & { readonly options: NotificationConstructorOptions })[] = [];
  const popups: { readonly template: MenuItemConstructorOptions[]; readonly options: PopupOptions }[] = [];
  const saveDialogs: SaveDialogOptions[] = [];
  const openDialogs: OpenDialogOptions[] = [];
  /** The window of each dialog, if it has one. */
  const dialogParents: (FakeWindow | undefined)[] = [];
  const noteParent = ([parent]: readonly unknown[]): void =>
    void dialogParents.push(parent instanceof FakeWindow ? parent : undefined);
  const crashReports: CrashReporterStartOptions[] = [];
  const nativeTheme = new FakeNativeTheme();
  const powerMonitor = new EventEmitter();
  /** URLs whose proxy main requested. */
  const proxyRequests: string[] = [];
  const responses = {
    /** In PAC format, like Chromium's result. */
    proxy: 'DIRECT',
    open: { canceled: true, filePaths: [] } as Awaited<ReturnType<Dialog['showOpenDialog']>>,
    save: { canceled: true, filePath: '' } as Awaited<ReturnType<Dialog['showSaveDialog']>>,
    messageBoxSync: 0,
    /** A promise simulates a user who takes time. */
    messageBox: { response: 0, checkboxChecked: false } as
      MessageBoxReturnValue | Promise<MessageBoxReturnValue>,
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

  class Notification extends EventEmitter {
    readonly options: NotificationConstructorOptions;

    constructor(notificationOptions: NotificationConstructorOptions) {
      super();
      this.options = notificationOptions;
    }

    static isSupported(): boolean {
      return true;
    }

    show(): void {
      notifications.push(this);
    }
  }

  class BrowserWindow extends FakeWindow {
    static getAllWindows(): FakeWindow[] {
      return windows.filter((window) => !window.isDestroyed());
    }

    static getFocusedWindow(): FakeWindow | null {
      return windows.find((window) => !window.isDestroyed() && window.isFocused) ?? null;
    }

    constructor(windowOptions: ConstructorParameters<typeof FakeWindow>[0]) {
      super(windowOptions, {
        load,
        withheld: options.withheld ?? new Set(),
        noticeClosed: () => app.noticeClosed(),
      });
      windows.push(this);
      app.windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }
  }

  const module = {
    app,
    /** Updates of AppImages only announce the end of the program here. */
    autoUpdater: new EventEmitter(),
    BrowserWindow,
    clipboard: {
      writeText: (text) => {
        clipboardText.value = text;
        return Promise.resolve();
      },
    } satisfies Pick<Clipboard, 'writeText'>,
    dialog: {
      showOpenDialog: (...args: unknown[]) => {
        noteParent(args);
        openDialogs.push(optionsIn<OpenDialogOptions>(args));
        return Promise.resolve(responses.open);
      },
      showSaveDialog: (...args: unknown[]) => {
        saveDialogs.push(optionsIn<SaveDialogOptions>(args));
        return Promise.resolve(responses.save);
      },
      showErrorBox: (title, content) => void errorBoxes.push(`${title}: ${content}`),
      showMessageBoxSync: (...args: unknown[]) => {
        messageBoxes.push(optionsIn<MessageBoxOptions>(args));
        return responses.messageBoxSync;
      },
      showMessageBox: (...args: unknown[]) => {
        noteParent(args);
        const box = optionsIn<MessageBoxOptions>(args);
        messageBoxes.push(box);
        return Promise.race([responses.messageBox, whenAborted(box)]);
      },
    } satisfies Pick<
      Dialog,
      'showErrorBox' | 'showMessageBox' | 'showMessageBoxSync' | 'showOpenDialog' | 'showSaveDialog'
    >,
    ipcMain: ipc.main,
    Notification,
    MessageChannelMain: FakeChannel,
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({
        template,
        popup: (options: PopupOptions) => void popups.push({ template, options }),
      }),
      setApplicationMenu: (built: { readonly template: MenuItemConstructorOptions[] }) =>
        void (menu.template = built.template),
    },
    crashReporter: {
      start: (started) => void crashReports.push(started),
    } satisfies Pick<CrashReporter, 'start'>,
    nativeTheme,
    powerMonitor,
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
        resolveProxy: (url) => {
          proxyRequests.push(url);
          return Promise.resolve(responses.proxy);
        },
        webRequest: {
          onBeforeRequest: (listener: BeforeRequest) => void (guards.before = listener),
        },
      } satisfies Pick<
        Session,
        | 'resolveProxy'
        | 'setDevicePermissionHandler'
        | 'setPermissionCheckHandler'
        | 'setPermissionRequestHandler'
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
    systemPreferences: {
      canPromptTouchID: () => false,
      promptTouchID: () => Promise.reject(new Error('There is no Touch ID.')),
    } satisfies Pick<SystemPreferences, 'canPromptTouchID' | 'promptTouchID'>,
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
    popups,
    notifications,
    saveDialogs,
    openDialogs,
    dialogParents,
    crashReports,
    nativeTheme,
    powerMonitor,
    responses,
    proxyRequests,
    clipboardText,
    menu,
    request,
    pageOf: (window: FakeWindow) => pages.get(window),
    /** The decision on a page's permission request, for request and check. */
    tryPermission(permission: Parameters<NonNullable<PermissionRequest>>[1]): boolean {
      let isGranted: boolean | undefined;
      const details = { requestingUrl: 'app://desk/index.html', isMainFrame: true };
      const contents = null as never;
      guards.request?.(contents, permission, (granted) => (isGranted = granted), details);
      return isGranted ?? true;
    },
    /** Whether a request of the page is allowed. */
    tryRequest(url: string): boolean {
      const listener = guards.before as unknown;
      if (typeof listener !== 'function') return true;
      let isCanceled: boolean | undefined;
      const details: Partial<OnBeforeRequestListenerDetails> = { url };
      listener(details, ({ cancel }: { readonly cancel?: boolean }) => (isCanceled = cancel));
      return isCanceled !== true;
    },
  };
}

export type FakeElectron = ReturnType<typeof createFakeElectron>;

/** A dialog's options are its last argument: a window may come before them. */
function optionsIn<Options extends object>(args: readonly unknown[]): Options {
  return args.at(-1) as Options;
}

/** A box whose signal is aborted closes as if the person had canceled it. */
function whenAborted({ signal, cancelId = 0 }: MessageBoxOptions): Promise<MessageBoxReturnValue> {
  return new Promise((resolve) => {
    const close = () => resolve({ response: cancelId, checkboxChecked: false });
    if (signal?.aborted) close();
    else signal?.addEventListener('abort', close, { once: true });
  });
}

const display = { id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } };
