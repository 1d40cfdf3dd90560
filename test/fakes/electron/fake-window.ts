import { EventEmitter } from 'node:events';
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { FakeContents } from './fake-contents.ts';

type FakedWindow = Pick<
  BrowserWindow,
  | 'destroy'
  | 'focus'
  | 'getNormalBounds'
  | 'isDestroyed'
  | 'isMaximized'
  | 'isMinimized'
  | 'loadURL'
  | 'maximize'
  | 'restore'
  | 'show'
>;

/** A window that loads its page through `load`. */
export class FakeWindow extends EventEmitter implements FakedWindow {
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents = new FakeContents();
  readonly loaded: Promise<void>;
  isShown = false;
  isFocused = false;
  #isMaximized = false;
  #isDestroyed = false;
  readonly #load: (window: FakeWindow, url: string) => Promise<void>;
  readonly #finishLoading: () => void;

  constructor(
    options: BrowserWindowConstructorOptions,
    load: (window: FakeWindow, url: string) => Promise<void>,
  ) {
    super();
    this.options = options;
    this.#load = load;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.loaded = promise;
    this.#finishLoading = () => resolve(undefined);
  }

  async loadURL(url: string): Promise<void> {
    this.webContents.mainFrame.url = url;
    await this.#load(this, url);
    this.emit('ready-to-show');
    this.#finishLoading();
  }

  show(): void {
    this.isShown = true;
  }

  focus(): void {
    this.isFocused = true;
  }

  restore(): void {
    this.isShown = true;
  }

  maximize(): void {
    this.#isMaximized = true;
  }

  isMaximized(): boolean {
    return this.#isMaximized;
  }

  isMinimized(): boolean {
    return false;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  getNormalBounds(): Rectangle {
    const { x = 0, y = 0, width = 800, height = 600 } = this.options;
    return { x, y, width, height };
  }

  /** As if the person closed it. */
  close(): void {
    this.emit('close');
    this.destroy();
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.emit('closed');
    this.webContents.emit('destroyed');
  }
}
