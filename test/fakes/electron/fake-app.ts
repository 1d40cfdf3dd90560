import { EventEmitter } from 'node:events';
import type { App } from 'electron';

type FakedApp = Pick<
  App,
  | 'enableSandbox'
  | 'exit'
  | 'getAppPath'
  | 'getPath'
  | 'getVersion'
  | 'isPackaged'
  | 'quit'
  | 'requestSingleInstanceLock'
  | 'setName'
  | 'setPath'
  | 'whenReady'
>;

export interface FakeAppOptions {
  readonly appFolder: string;
  readonly homeFolder: string;
  readonly isPackaged: boolean;
  /** False: another instance runs already. */
  readonly getsLock: boolean;
}

/** The application object. It becomes ready when the test says so, and ends without ending the test. */
export class FakeApp extends EventEmitter implements FakedApp {
  readonly isPackaged: boolean;
  readonly paths = new Map<string, string>();
  readonly exited: Promise<number>;
  isSandboxed = false;
  quits = 0;
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

  enableSandbox(): void {
    this.isSandboxed = true;
  }

  setName(): void {
    // Nothing shows it.
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

  getVersion(): string {
    return '1.2.3';
  }

  quit(): void {
    this.quits += 1;
    let isPrevented = false as boolean;
    this.emit('before-quit', { preventDefault: () => (isPrevented = true) });
    if (!isPrevented) this.#end(0);
  }

  exit(code = 0): void {
    this.#end(code);
  }
}
