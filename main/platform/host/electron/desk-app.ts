import type { App, BrowserWindow } from 'electron';

/** A desk that was built: it can show its window, any number of times, and be stopped once. */
export interface RunningDesk {
  openWindow(): Promise<BrowserWindow>;
  stop(): Promise<void>;
}

export interface DeskAppOptions {
  readonly app: Pick<App, 'requestSingleInstanceLock' | 'whenReady' | 'on' | 'quit' | 'exit'>;
  readonly platform: NodeJS.Platform;
  readonly start: () => Promise<RunningDesk>;
  /** Tells the person why there will be no window. */
  readonly showFatal: (error: unknown) => void;
  /** Tells of a stop that failed. */
  readonly report: (error: unknown) => void;
}

/** Runs the desk from the start of the program to its end: one instance, one window, a stop that is waited for. */
export function runDeskApp({ app, platform, start, showFatal, report }: DeskAppOptions): void {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  let desk: RunningDesk | undefined;
  let window: BrowserWindow | undefined;
  let stopping: Promise<void> | undefined;

  async function showWindow(): Promise<void> {
    if (window === undefined) {
      window = await desk?.openWindow();
      window?.on('closed', () => (window = undefined));
      return;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  const showOrFail = (): void => {
    showWindow().catch((error: unknown) => {
      showFatal(error);
      app.exit(1);
    });
  };

  app.on('second-instance', showOrFail);
  app.on('activate', showOrFail);
  app.on('window-all-closed', () => {
    // On macOS a program goes on without windows until it is quit.
    if (platform !== 'darwin') app.quit();
  });
  app.on('before-quit', (event) => {
    if (desk === undefined) return;
    event.preventDefault();
    stopping ??= desk
      .stop()
      .catch(report)
      .then(() => app.exit(0));
  });

  app
    .whenReady()
    .then(async () => {
      desk = await start();
      await showWindow();
    })
    .catch((error: unknown) => {
      showFatal(error);
      app.exit(1);
    });
}
