import { EventEmitter } from 'node:events';
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { FakeContents } from './fake-contents.ts';

type FakedWindow = Pick<
  BrowserWindow,
  | 'destroy'
  | 'focus'
  | 'getNormalBounds'
  | 'hide'
  | 'isDestroyed'
  | 'isMaximized'
  | 'isMinimized'
  | 'isVisible'
  | 'loadURL'
  | 'maximize'
  | 'restore'
  | 'setBackgroundColor'
  | 'setProgressBar'
  | 'show'
>;

export interface FakeWindowParts {
  /** Loads the page. */
  readonly load: (window: FakeWindow, url: string) => Promise<void>;
  /** Events that this window never emits: some systems draw nothing before a window is shown. */
  readonly withheld: ReadonlySet<'ready-to-show' | 'did-finish-load'>;
  readonly noticeClosed: () => void;
}

/** A window. Its methods simulate the user; calls by main are recorded. */
export class FakeWindow extends EventEmitter implements FakedWindow {
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents = new FakeContents();
  readonly loaded: Promise<void>;
  isShown = false;
  /** How often it was shown. */
  shows = 0;
  isFocused = false;
  backgroundColor: string | undefined;
  /** Values of the taskbar: -1 for none. */
  readonly progress: number[] = [];
  #isMaximized = false;
  #isDestroyed = false;
  readonly #parts: FakeWindowParts;
  readonly #finishLoading: () => void;

  constructor(options: BrowserWindowConstructorOptions, parts: FakeWindowParts) {
    super();
    this.options = options;
    this.backgroundColor = options.backgroundColor;
    this.#parts = parts;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.loaded = promise;
    this.#finishLoading = () => resolve(undefined);
  }

  async loadURL(url: string): Promise<void> {
    this.webContents.mainFrame.url = url;
    await this.#parts.load(this, url);
    if (!this.#parts.withheld.has('ready-to-show')) this.emit('ready-to-show');
    if (!this.#parts.withheld.has('did-finish-load')) this.webContents.emit('did-finish-load');
    this.#finishLoading();
  }

  show(): void {
    this.isShown = true;
    this.shows += 1;
  }

  hide(): void {
    this.isShown = false;
    this.emit('hide');
  }

  isVisible(): boolean {
    return this.isShown;
  }

  focus(): void {
    this.isFocused = true;
    this.emit('focus');
  }

  restore(): void {
    this.isShown = true;
  }

  /** Also shows the window. */
  maximize(): void {
    this.#isMaximized = true;
    this.isShown = true;
  }

  setBackgroundColor(color: string): void {
    this.backgroundColor = color;
  }

  setProgressBar(progress: number): void {
    this.progress.push(progress);
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

  /** Simulates that the user closes it. */
  close(): void {
    let isPrevented = false as boolean;
    this.emit('close', { preventDefault: () => (isPrevented = true) });
    if (!isPrevented) this.destroy();
  }

  /** Closes without asking. */
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.isShown = false;
    this.emit('closed');
    this.webContents.emit('destroyed');
    this.#parts.noticeClosed();
  }
}

/** The fake with the type of the real object. Members used by main that the fake lacks would throw. */
export function asBrowserWindow(window: FakeWindow): BrowserWindow {
  return window as unknown as BrowserWindow;
}
