import type { App, BrowserWindow, PowerMonitor } from 'electron';
import type { Loss } from './confirm-loss.ts';
import type { DeskWindow } from './desk-window.ts';

/** A desk that was built: it can open its window, any number of times, and be stopped once. */
export interface RunningDesk {
  openWindow(): Promise<DeskWindow>;
  /** True while something is being sent to a tenant. */
  isApplying(): Promise<boolean>;
  /** Has the window save what was typed last. Never rejects, and takes a moment at most. */
  saveTyped(): Promise<void>;
  /** True while something that was typed is in the window only. */
  hasUnsavedDrafts(): boolean;
  stop(): Promise<void>;
}

export interface DeskAppOptions {
  readonly app: Pick<App, 'exit' | 'on' | 'quit' | 'relaunch' | 'requestSingleInstanceLock' | 'whenReady'>;
  /** Not to be used before the app is ready. */
  readonly powerMonitor: () => Pick<PowerMonitor, 'on'>;
  readonly platform: NodeJS.Platform;
  /** What has to be done before the app is ready, and not by an instance that gives way to another. */
  readonly prepare: () => void;
  readonly start: () => Promise<RunningDesk>;
  /** Asks whether to go on although something would be cut off or lost. */
  readonly confirmLoss: (loss: Loss, window: BrowserWindow | undefined) => Promise<boolean>;
  /** Tells the person why there will be no window. */
  readonly showFatal: (error: unknown) => void;
  /** Tells of an end that did not go as it should. */
  readonly report: (error: unknown) => void;
}

/** What is done to the program from outside of its window. */
export interface DeskApp {
  /** Brings the window forward, or opens one. */
  show(): void;
  /** Stops the desk and ends without asking, as whoever sent a signal does not wait for an answer. */
  end(): void;
  /** Ends at once: after an error nobody knows what can still be stopped. */
  abort(): void;
}

/** Shows the window before the others, whatever became of it. */
export function bringForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Runs the desk from the start of the program to its end: one instance, one window, a stop that is waited for. */
export function runDeskApp(options: DeskAppOptions): DeskApp {
  const { app } = options;
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return { show: () => undefined, end: () => app.quit(), abort: () => app.exit(1) };
  }
  options.prepare();
  return runFirstInstance(options);
}

function runFirstInstance(options: DeskAppOptions): DeskApp {
  const { app, platform, showFatal, report } = options;
  let desk: RunningDesk | undefined;
  /** From the first wish for a window to its end: whoever wishes for one meanwhile gets the same. */
  let opening: Promise<DeskWindow> | undefined;
  let shown: DeskWindow | undefined;
  const ask = oneQuestionAtATime();
  let leaving: Promise<void> | undefined;
  let isWantedAgain = false;
  let isSystemEnding = false;

  async function openWindow(from: RunningDesk): Promise<DeskWindow> {
    const opened = await from.openWindow();
    const { window } = opened;
    shown = opened;
    window.on('closed', () => {
      shown = undefined;
      opening = undefined;
    });
    window.on('close', (event) => {
      if (leaving !== undefined) return;
      if (platform !== 'darwin') {
        event.preventDefault();
        void leave({ asks: true });
      } else if (from.hasUnsavedDrafts()) {
        // There a program goes on without windows, and with it what is being applied, but not what is in a window.
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
    if (leaving !== undefined) {
      // This instance holds the lock until it has ended: the other one has given way to it and is gone.
      isWantedAgain = true;
      return;
    }
    if (desk === undefined) return;
    if (shown === undefined) {
      await (opening ??= openWindow(desk));
      return;
    }
    bringForward(shown.window);
  }

  const fail = (error: unknown): void => {
    showFatal(error);
    app.exit(1);
  };
  const showOrFail = (): void => void showWindow().catch(fail);

  /** Every way out but `abort`. Never rejects. */
  async function leave({ asks }: { readonly asks: boolean }): Promise<void> {
    if (desk === undefined) return;
    if (asks && leaving === undefined) {
      const from = desk;
      if (!(await ask(() => mayLeave(options, from, () => shown?.window)))) return;
    }
    leaving ??= stop(desk);
    await leaving;
  }

  async function stop(from: RunningDesk): Promise<void> {
    // `exit` tells a window nothing before it destroys it.
    shown?.savePlacement();
    // The end of the system waits for nobody: closing the database has to begin at once.
    if (!isSystemEnding) await from.saveTyped();
    shown?.window.hide();
    await from.stop().catch(report);
    if (isWantedAgain) app.relaunch();
    app.exit(0);
  }

  function end(): void {
    if (desk === undefined) app.quit();
    else void leave({ asks: false });
  }

  app.on('second-instance', showOrFail);
  app.on('activate', showOrFail);
  app.on('window-all-closed', () => {
    if (platform !== 'darwin') app.quit();
  });
  app.on('before-quit', (event) => {
    // Preventing it would call off the end of the whole system on macOS.
    if (desk === undefined || isSystemEnding) return;
    event.preventDefault();
    void leave({ asks: true });
  });

  app
    .whenReady()
    .then(async () => {
      options.powerMonitor().on('shutdown', () => {
        isSystemEnding = true;
        end();
      });
      desk = await options.start();
      await showWindow();
    })
    .catch(fail);

  return {
    show: showOrFail,
    end,
    abort() {
      shown?.savePlacement();
      app.exit(1);
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

/** Whoever has another question meanwhile gets the answer to the first. */
function oneQuestionAtATime(): (question: () => Promise<boolean>) => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  return (question) => (asking ??= question().finally(() => (asking = undefined)));
}
