import { EventEmitter } from 'node:events';
import type { App, FocusOptions, Menu, RelaunchOptions, Task } from 'electron';

type FakedApp = Pick<
  App,
  | 'enableSandbox'
  | 'exit'
  | 'focus'
  | 'getAppPath'
  | 'getPath'
  | 'getLocale'
  | 'getVersion'
  | 'isPackaged'
  | 'quit'
  | 'relaunch'
  | 'releaseSingleInstanceLock'
  | 'requestSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setAsDefaultProtocolClient'
  | 'setBadgeCount'
  | 'setUserTasks'
  | 'setName'
  | 'setPath'
  | 'whenReady'
>;

export interface FakeAppOptions {
  readonly appFolder: string;
  readonly homeFolder: string;
  readonly isPackaged: boolean;
  /** False: another instance is already running. */
  readonly getsLock: boolean;
}

/** The parts of a window that matter for the end of the program. */
export interface EndingWindow {
  close(): void;
  destroy(): void;
  isDestroyed(): boolean;
}

/**
 * The application object. It becomes ready when the test says so, and ends without ending the test. It ends
 * like Electron's (`shell/browser/browser.cc`): `quit` asks every window and may be prevented, `exit` doesn't
 * ask.
 */
export class FakeApp extends EventEmitter implements FakedApp {
  readonly isPackaged: boolean;
  readonly paths = new Map<string, string>();
  readonly exited: Promise<number>;
  isSandboxed = false;
  hasReleasedLock = false;
  quits = 0;
  /** Number of requested relaunches. */
  relaunches = 0;
  /** Of the last relaunch. */
  relaunchArguments: readonly string[] | undefined;
  /** Options of the calls to focus. */
  readonly focuses: (FocusOptions | undefined)[] = [];
  userModelId: string | undefined;
  badgeCount = 0;
  /** Of the jump list. */
  userTasks: readonly Task[] = [];
  readonly dock = {
    menus: [] as Menu[],
    setMenu(menu: Menu): void {
      this.menus.push(menu);
    },
  };
  /** Registered schemes, with the arguments of the program. */
  readonly schemes = new Map<string, readonly string[] | undefined>();
  /** Switches of the command line, without dashes. */
  readonly switches = new Set<string>();
  readonly commandLine = { hasSwitch: (name: string) => this.switches.has(name) };
  readonly windows: EndingWindow[] = [];
  #isEnding = false;
  readonly #options: FakeAppOptions;
  readonly #ready = Promise.withResolvers<undefined>();
  readonly #end: (code: number) => void;

  constructor(options: FakeAppOptions) {
    super();
    this.#options = options;
    this.isPackaged = options.isPackaged;
    const { promise, resolve } = Promise.withResolvers<number>();
    this.exited = promise;
    this.#end = resolve;
  }

  becomeReady(): void {
    this.#ready.resolve(undefined);
    this.emit('ready');
  }

  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  requestSingleInstanceLock(): boolean {
    return this.#options.getsLock;
  }

  releaseSingleInstanceLock(): void {
    this.hasReleasedLock = true;
  }

  enableSandbox(): void {
    this.isSandboxed = true;
  }

  setName(): void {
    // Not visible in the fake.
  }

  setPath(name: string, path: string): void {
    this.paths.set(name, path);
  }

  getPath(name: string): string {
    return this.paths.get(name) ?? this.#options.homeFolder;
  }

  getAppPath(): string {
    return this.#options.appFolder;
  }

  getLocale(): string {
    return 'en-US';
  }

  getVersion(): string {
    return '1.2.3';
  }

  setAppUserModelId(id: string): void {
    this.userModelId = id;
  }

  setAsDefaultProtocolClient(scheme: string, _program?: string, args?: string[]): boolean {
    this.schemes.set(scheme, args);
    return true;
  }

  setBadgeCount(count = 0): boolean {
    this.badgeCount = count;
    return true;
  }

  setUserTasks(tasks: Task[]): boolean {
    this.userTasks = tasks;
    return true;
  }

  focus(options?: FocusOptions): void {
    this.focuses.push(options);
  }

  relaunch(options?: RelaunchOptions): void {
    this.relaunches += 1;
    this.relaunchArguments = options?.args;
  }

  quit(): void {
    this.quits += 1;
    if (this.#isEnding || !this.#emitPreventable('before-quit')) return;
    this.#isEnding = true;
    for (const window of this.#openWindows()) window.close();
    // A window that prevented closing has canceled it.
    this.#isEnding = this.#openWindows().length === 0 && this.#emitPreventable('will-quit');
    if (this.#isEnding) this.#end(0);
  }

  exit(code = 0): void {
    this.#isEnding = true;
    for (const window of this.#openWindows()) window.destroy();
    this.#end(code);
  }

  /** Called for every closed window. */
  noticeClosed(): void {
    if (!this.#isEnding && this.#openWindows().length === 0) this.emit('window-all-closed');
  }

  #openWindows(): readonly EndingWindow[] {
    return this.windows.filter((window) => !window.isDestroyed());
  }

  /** False if a listener prevented it. */
  #emitPreventable(event: 'before-quit' | 'will-quit'): boolean {
    let isPrevented = false as boolean;
    this.emit(event, { preventDefault: () => (isPrevented = true) });
    return !isPrevented;
  }
}

/** The fake with the type of the real object. Members used by main that the fake lacks would throw. */
export function asApp(app: FakeApp): App {
  return app as unknown as App;
}
