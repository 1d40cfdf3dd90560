import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Dialog,
  NativeTheme,
  Rectangle,
} from 'electron';
import { pageUrl } from './app-scheme.ts';
import type { WindowPlacement } from './window-placement.ts';
import { placeWindow, smallestWindow } from './window-placement.ts';

export interface DeskWindowOptions {
  readonly createWindow: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors'>;
  readonly workAreas: readonly [Rectangle, ...Rectangle[]];
  readonly preloadFile: string;
  /** Developer tools are for development only. */
  readonly isDevelopment: boolean;
  readonly saved: WindowPlacement | undefined;
  readonly onClosing: (placement: WindowPlacement) => void;
  readonly now: () => number;
}

/** The canvas colour of the design, so that the window does not flash before the page is drawn. */
const canvas = { light: '#f7f7f9', dark: '#101219' };

/** Opens the window on the desk's page. It shows itself when there is something to see. */
export function openDeskWindow(options: DeskWindowOptions): BrowserWindow {
  const window = options.createWindow({
    ...placeWindow(options.saved, options.workAreas),
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: 'Tenant Desk',
    backgroundColor: options.nativeTheme.shouldUseDarkColors ? canvas.dark : canvas.light,
    webPreferences: {
      preload: options.preloadFile,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      navigateOnDragDrop: false,
      // Scripts, queries and identifiers are no prose, and dictionaries would be downloaded.
      spellcheck: false,
      devTools: options.isDevelopment,
    },
  });
  if (options.saved?.isMaximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  window.on('close', () => {
    options.onClosing({ bounds: window.getNormalBounds(), isMaximized: window.isMaximized() });
  });
  reviveAfterCrash(window, options);
  void window.loadURL(pageUrl);
  return window;
}

const crashesInARow = 3;
const rowMs = 60_000;

/** Loads the page again after a crash and says so; a page that crashes again and again is left alone. */
function reviveAfterCrash(window: BrowserWindow, { dialog, now }: DeskWindowOptions): void {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    crashes = [...crashes.filter((at) => now() - at < rowMs), now()];
    if (crashes.length < crashesInARow) {
      window.webContents.reload();
      void dialog.showMessageBox(window, {
        type: 'warning',
        message: 'The window stopped working and was loaded again.',
        detail: 'Your drafts are kept. A change that was being applied is listed as interrupted.',
        buttons: ['OK'],
      });
      return;
    }
    void dialog
      .showMessageBox(window, {
        type: 'error',
        message: 'The window stops working again and again.',
        detail: 'Your drafts are kept.',
        buttons: ['Load again', 'Close the window'],
        defaultId: 0,
        cancelId: 1,
      })
      .then(({ response }) => {
        if (response === 0) window.webContents.reload();
        else window.destroy();
      });
  });
}
