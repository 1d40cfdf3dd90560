import type { App, BrowserWindow, PowerMonitor } from 'electron';
import { failure } from '../../errors/failure.ts';
import type { Loss } from './confirm-loss.ts';
import type { DeskWindow } from './desk-window.ts';

/** The running services: the window can be opened any number of times, and the services stopped once. */
export interface RunningDesk {
  openWindow(): Promise<DeskWindow>;
  /** True while something is being sent to a tenant. */
  isApplying(): Promise<boolean>;
  /** Makes the window save the last edits. Never rejects, and has a short timeout. */
  saveTyped(): Promise<void>;
  /** True while edits exist only in the window. */
  hasUnsavedDrafts(): boolean;
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
  /** Asks for confirmation if something would be interrupted or lost. */
  readonly confirmLoss: (loss: Loss, window: BrowserWindow | undefined) => Promise<boolean>;
  /** Shows the user why no window opens. */
  readonly showFatal: (error: unknown) => void;
  /** Reports an error during shutdown. */
  readonly report: (error: unknown) => void;
}

/** Controls the app from outside its window. */
export interface DeskApp {
  /** Brings the window forward, or opens one. */
  show(): void;
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

/** Runs the app from start to exit: single instance, one window, graceful stop. */
export function runDeskApp(options: DeskAppOptions): DeskApp {
  const { app } = options;
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return {
      show: () => undefined,
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
  const onlyWindow = createOnlyWindow();
  const ask = oneQuestionAtATime();
  const exit = createExit(options, { ask, shown: onlyWindow.shown });

  async function openWindow(from: RunningDesk): Promise<DeskWindow> {
    const opened = await from.openWindow();
    const { window } = opened;
    window.on('close', (event) => {
      if (exit.isActive()) return;
      if (platform !== 'darwin') {
        event.preventDefault();
        void exit.leave(from, { asks: true });
      } else if (from.hasUnsavedDrafts()) {
        // On macOS the app keeps running without windows, including what is being applied, but not what exists only in a window.
        event.preventDefault();
        void ask(() => options.confirmLoss('unsaved-drafts', window)).then((isSure) => {
          if (isSure && !window.isDestroyed()) window.destroy();
        });
      }
    });
    window.on('session-end', end);
    return opened;
  }

  async function showWindow(): Promise<void> {
    const from = desk;
    // This instance holds the lock until it exits: the other one has already yielded to it and exited.
    if (exit.isActive()) exit.startAgain();
    else if (from !== undefined) await onlyWindow.show(() => openWindow(from));
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
      await showWindow();
    })
    .catch(fail);

  return {
    show: showOrFail,
    end,
    abort() {
      onlyWindow.shown()?.savePlacement();
      app.exit(1);
    },
    async replaceWith(replace) {
      if (desk === undefined) throw blocked('Tenant Desk is still starting');
      await exit.replace(desk, replace);
    },
  };
}

/** The app's only window: simultaneous requests share the one being opened. */
function createOnlyWindow() {
  let opening: Promise<DeskWindow> | undefined;
  let shown: DeskWindow | undefined;

  async function openOnce(open: () => Promise<DeskWindow>): Promise<DeskWindow> {
    const opened = await open();
    shown = opened;
    opened.window.on('closed', () => {
      shown = undefined;
      opening = undefined;
    });
    return opened;
  }

  return {
    shown: () => shown,
    async show(open: () => Promise<DeskWindow>): Promise<void> {
      if (shown === undefined) await (opening ??= openOnce(open));
      else bringForward(shown.window);
    },
  };
}

interface ExitParts {
  readonly ask: (question: () => Promise<boolean>) => Promise<boolean>;
  readonly shown: () => DeskWindow | undefined;
}

/** The way out of the app: stops the services once, and exits. */
function createExit(options: DeskAppOptions, { ask, shown }: ExitParts) {
  const { app, report } = options;
  let leaving: Promise<void> | undefined;
  let isWantedAgain = false;
  let isSystemEnding = false;
  let isReplacing = false;

  async function stop(desk: RunningDesk, replace?: () => Promise<void>): Promise<void> {
    // `exit` destroys windows without events.
    shown()?.savePlacement();
    // A system shutdown doesn't wait: closing the database has to start at once.
    if (!isSystemEnding) await desk.saveTyped();
    shown()?.window.hide();
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
      if (mustAsk && !(await ask(() => mayLeave(options, desk, () => shown()?.window)))) return;
      leaving ??= stop(desk);
      await leaving;
    },
    /** Returns as soon as nothing is in the way. */
    async replace(desk: RunningDesk, replace: () => Promise<void>): Promise<void> {
      await requireNothingToLose(desk);
      if (leaving !== undefined) throw blocked('Tenant Desk is quitting');
      leaving = stop(desk, replace);
    },
  };
}

async function mayLeave(
  { confirmLoss, report }: DeskAppOptions,
  from: RunningDesk,
  window: () => BrowserWindow | undefined,
): Promise<boolean> {
  await from.saveTyped();
  if (from.hasUnsavedDrafts() && !(await confirmLoss('unsaved-drafts', window()))) return false;
  const isApplying = await from.isApplying().catch((error: unknown) => {
    report(error);
    return false;
  });
  return !isApplying || confirmLoss('interrupted-change', window());
}

/** Unlike a person who quits, an update can wait: nothing is asked. */
async function requireNothingToLose(desk: RunningDesk): Promise<void> {
  await desk.saveTyped();
  if (desk.hasUnsavedDrafts()) throw blocked('some changes couldn’t be saved. The window shows what to fix');
  if (await desk.isApplying()) throw blocked('a change is being applied. Wait until it is done');
}

const blocked = (why: string) => failure('update-blocked', `Nothing was installed: ${why}.`);

/** Callers that ask while the first question is open get its response. */
function oneQuestionAtATime(): (question: () => Promise<boolean>) => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  return (question) => (asking ??= question().finally(() => (asking = undefined)));
}
