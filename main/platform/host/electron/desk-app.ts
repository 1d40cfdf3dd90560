import type { App, BrowserWindow, PowerMonitor } from 'electron';
import { failure } from '../../errors/failure.ts';
import type { Loss } from './confirm-loss.ts';
import type { DeskWindow } from './desk-window.ts';
import type { OpenWindow, OpenWindows } from './open-windows.ts';
import type { WindowPlacement } from './window-placement.ts';
import { createWindowStack } from './window-stack.ts';
import type { WindowStack } from './window-stack.ts';

/** The running services: any number of windows can be opened, and the services stopped once. */
export interface RunningDesk {
  /**
   * `url`: the part of the URL that names what the window shows, such as `#/drafts`; the start without one. `placement`: of a window
   * that is opened again.
   */
  openWindow(url?: string, placement?: WindowPlacement): Promise<DeskWindow>;
  /** True while something is being sent to a tenant. */
  isApplying(): Promise<boolean>;
  /** Makes a window save the last edits. Never rejects, and has a short timeout. */
  saveTyped(window: BrowserWindow): Promise<void>;
  /** True while edits exist only in this window. */
  hasUnsavedDrafts(window: BrowserWindow): boolean;
  stop(): Promise<void>;
}

export interface DeskAppOptions {
  readonly app: Pick<
    App,
    | 'exit'
    | 'on'
    | 'quit'
    | 'relaunch'
    | 'releaseSingleInstanceLock'
    | 'requestSingleInstanceLock'
    | 'whenReady'
  >;
  /** Not to be used before the app is ready. */
  readonly powerMonitor: () => Pick<PowerMonitor, 'on'>;
  readonly platform: NodeJS.Platform;
  /** Setup before the app is ready; skipped by an instance that yields to a running one. */
  readonly prepare: () => void;
  /** False: the user was asked something before the start, and doesn't want it. */
  readonly mayStart: () => Promise<boolean>;
  readonly start: () => Promise<RunningDesk>;
  /** The windows of the last time: opened again if there were several. */
  readonly openWindows: OpenWindows;
  /** Asks for confirmation if something would be interrupted or lost. */
  readonly confirmLoss: (loss: Loss, window: BrowserWindow | undefined) => Promise<boolean>;
  /** Shows the user why no window opens. */
  readonly showFatal: (error: unknown) => void;
  /** Reports an error during shutdown. */
  readonly report: (error: unknown) => void;
}

/** Controls the app from outside its windows. */
export interface DeskApp {
  /** Brings the window forward that had the focus last, or opens one. */
  show(): void;
  /** Opens another window. */
  openWindow(url?: string): Promise<void>;
  /** Stops and exits without asking, because the sender of a signal doesn't wait for an answer. */
  end(): void;
  /** Exits at once: after an error it is unknown what can still be stopped. */
  abort(): void;
  /**
   * Stops everything, and lets `replace` quit and install another version; if that fails, this version starts again. Throws
   * `update-blocked` if something would be interrupted or lost: nothing was stopped then.
   */
  replaceWith(replace: () => Promise<void>): Promise<void>;
}

/** Brings the window to the front, restoring it if minimized. */
export function bringForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Runs the app from start to exit: single instance, its windows, graceful stop. */
export function runDeskApp(options: DeskAppOptions): DeskApp {
  const { app } = options;
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return {
      show: () => undefined,
      openWindow: async () => undefined,
      end: () => app.quit(),
      abort: () => app.exit(1),
      replaceWith: () => Promise.reject(blocked('another Tenant Desk is running')),
    };
  }
  options.prepare();
  return runFirstInstance(options);
}

function runFirstInstance(options: DeskAppOptions): DeskApp {
  const { app, platform, showFatal } = options;
  let desk: RunningDesk | undefined;
  const windows = createWindowStack<DeskWindow>();
  const ask = sharedWhileRunning<boolean>();
  const exit = createExit(options, { ask, shown: windows.all });
  const openFirst = sharedWhileRunning<unknown>();

  async function openWindow(url?: string, placement?: WindowPlacement): Promise<void> {
    if (desk === undefined || exit.isActive()) return;
    const opened = await desk.openWindow(url, placement);
    windows.add(opened);
    followClose(options, { ask, exit, from: desk, windows, opened });
    opened.window.on('session-end', end);
    opened.window.on('closed', noteOpen);
    noteOpen();
  }

  /** An exit without notice opens them again as well. While the app exits, windows that close were open until then. */
  function noteOpen(): void {
    if (!exit.isActive()) options.openWindows.write(statesOf(windows.all()));
  }

  /** Those of the last time if there were several, the one in front last; otherwise one. */
  async function openFirstWindows(): Promise<void> {
    const last = options.openWindows.read();
    if (last.length < 2) return openWindow();
    for (const { url, placement } of last.toReversed()) await openWindow(url, placement);
  }

  async function showWindow(): Promise<void> {
    const [front] = windows.all();
    // This instance holds the lock until it exits: the other one has already yielded to it and exited.
    if (exit.isActive()) exit.startAgain();
    else if (front === undefined) await openFirst(() => openWindow());
    else bringForward(front.window);
  }

  const fail = (error: unknown): void => {
    showFatal(error);
    app.exit(1);
  };
  const showOrFail = (): void => void showWindow().catch(fail);

  function end(): void {
    if (desk === undefined) app.quit();
    else void exit.leave(desk, { asks: false });
  }

  app.on('second-instance', showOrFail);
  app.on('activate', showOrFail);
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit();
  });
  app.on('before-quit', (event) => {
    // Preventing it would cancel the system shutdown on macOS.
    if (desk === undefined || exit.isSystemEnding() || exit.isReplacing()) return;
    event.preventDefault();
    void exit.leave(desk, { asks: true });
  });

  app
    .whenReady()
    .then(async () => {
      options.powerMonitor().on('shutdown', () => {
        exit.noteSystemEnd();
        end();
      });
      if (!(await options.mayStart())) return app.exit(1);
      desk = await options.start();
      await openFirst(openFirstWindows);
    })
    .catch(fail);

  return {
    show: showOrFail,
    openWindow,
    end,
    abort() {
      noteOpen();
      for (const opened of windows.all()) opened.savePlacement();
      app.exit(1);
    },
    async replaceWith(replace) {
      if (desk === undefined) throw blocked('Tenant Desk is still starting');
      await exit.replace(desk, replace);
    },
  };
}

interface ClosedParts {
  readonly ask: (question: () => Promise<boolean>) => Promise<boolean>;
  readonly exit: ReturnType<typeof createExit>;
  readonly from: RunningDesk;
  readonly windows: WindowStack<DeskWindow>;
  readonly opened: DeskWindow;
}

/** Closing the last window ends the app, except on macOS. Closing another one loses only what exists in it alone. */
function followClose(
  { platform, confirmLoss }: DeskAppOptions,
  { ask, exit, from, windows, opened: { window } }: ClosedParts,
): void {
  async function close(): Promise<void> {
    await from.saveTyped(window);
    const isSure = !from.hasUnsavedDrafts(window) || (await ask(() => confirmLoss('unsaved-drafts', window)));
    if (isSure && !window.isDestroyed()) window.destroy();
  }

  window.on('close', (event) => {
    if (exit.isActive()) return;
    // On macOS the app keeps running without windows, including what is being applied, but not what exists only in a window.
    if (platform === 'darwin' && !from.hasUnsavedDrafts(window)) return;
    event.preventDefault();
    const isLast = platform !== 'darwin' && windows.all().length === 1;
    void (isLast ? exit.leave(from, { asks: true }) : close());
  });
}

interface ExitParts {
  readonly ask: (question: () => Promise<boolean>) => Promise<boolean>;
  readonly shown: () => readonly DeskWindow[];
}

/** The way out of the app: stops the services once, and exits. */
function createExit(options: DeskAppOptions, { ask, shown }: ExitParts) {
  const { app, report } = options;
  let leaving: Promise<void> | undefined;
  let isWantedAgain = false;
  let isSystemEnding = false;
  let isReplacing = false;

  async function stop(desk: RunningDesk, replace?: () => Promise<void>): Promise<void> {
    options.openWindows.write(statesOf(shown()));
    // `exit` destroys windows without events.
    for (const opened of shown()) opened.savePlacement();
    // A system shutdown doesn't wait: closing the database has to start at once.
    if (!isSystemEnding) await saveAll(desk, shown());
    for (const { window } of shown()) window.hide();
    await desk.stop().catch(report);
    if (replace !== undefined) return startReplacement(replace);
    if (isWantedAgain) app.relaunch();
    app.exit(0);
  }

  async function startReplacement(replace: () => Promise<void>): Promise<void> {
    isReplacing = true;
    // The new version may start before this one has exited.
    app.releaseSingleInstanceLock();
    try {
      await replace();
    } catch (error) {
      report(error);
      app.relaunch();
      app.exit(0);
    }
  }

  return {
    isActive: () => leaving !== undefined,
    isSystemEnding: () => isSystemEnding,
    isReplacing: () => isReplacing,
    noteSystemEnd() {
      isSystemEnding = true;
    },
    /** Starts the app again after the exit. */
    startAgain() {
      isWantedAgain = true;
    },
    /** All exits except `abort`. Never rejects. */
    async leave(desk: RunningDesk, { asks }: { readonly asks: boolean }): Promise<void> {
      const mustAsk = asks && leaving === undefined;
      if (mustAsk && !(await ask(() => mayLeave(options, desk, shown)))) return;
      leaving ??= stop(desk);
      await leaving;
    },
    /** Returns as soon as nothing is in the way. */
    async replace(desk: RunningDesk, replace: () => Promise<void>): Promise<void> {
      await requireNothingToLose(desk, shown());
      if (leaving !== undefined) throw blocked('Tenant Desk is quitting');
      leaving = stop(desk, replace);
    },
  };
}

const statesOf = (shown: readonly DeskWindow[]): readonly OpenWindow[] =>
  shown.map((opened) => opened.state());

async function saveAll(from: RunningDesk, opened: readonly DeskWindow[]): Promise<void> {
  await Promise.all(opened.map(({ window }) => from.saveTyped(window)));
}

async function mayLeave(
  { confirmLoss, report }: DeskAppOptions,
  from: RunningDesk,
  shown: () => readonly DeskWindow[],
): Promise<boolean> {
  await saveAll(from, shown());
  for (const { window } of shown()) {
    if (!from.hasUnsavedDrafts(window)) continue;
    // The user can see what would be lost.
    if (shown().length > 1) bringForward(window);
    if (!(await confirmLoss('unsaved-drafts', window))) return false;
  }
  const isApplying = await from.isApplying().catch((error: unknown) => {
    report(error);
    return false;
  });
  return !isApplying || confirmLoss('interrupted-change', shown()[0]?.window);
}

/** Unlike a person who quits, an update can wait: nothing is asked. */
async function requireNothingToLose(desk: RunningDesk, shown: readonly DeskWindow[]): Promise<void> {
  await saveAll(desk, shown);
  const hasUnsaved = shown.some(({ window }) => desk.hasUnsavedDrafts(window));
  if (hasUnsaved) throw blocked('some changes couldn’t be saved. The window shows what to fix');
  if (await desk.isApplying()) throw blocked('a change is being applied. Wait until it is done');
}

const blocked = (why: string) => failure('update-blocked', `Nothing was installed: ${why}.`);

/** Callers that come while the first one's work is running get its result. */
function sharedWhileRunning<Result>(): (work: () => Promise<Result>) => Promise<Result> {
  let running: Promise<Result> | undefined;
  return (work) => (running ??= work().finally(() => (running = undefined)));
}
