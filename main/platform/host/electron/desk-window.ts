import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Dialog,
  NativeTheme,
  Rectangle,
} from 'electron';
import { pageUrl } from './app-scheme.ts';
import { recoverPage } from './page-recovery.ts';
import type { WindowPlacement } from './window-placement.ts';
import { placeWindow, smallestWindow } from './window-placement.ts';

export interface DeskWindowOptions {
  readonly createWindow: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly nativeTheme: Pick<NativeTheme, 'on' | 'off' | 'shouldUseDarkColors'>;
  readonly workAreas: readonly [Rectangle, ...Rectangle[]];
  readonly preloadFile: string;
  /** Developer tools are for development only. */
  readonly isDevelopment: boolean;
  readonly saved: WindowPlacement | undefined;
  readonly save: (placement: WindowPlacement) => void;
  readonly now: () => number;
}

export interface DeskWindow {
  readonly window: BrowserWindow;
  /** For ends of the program that do not close its windows first. */
  savePlacement(): void;
}

/** The canvas color of the design, so that the window does not flash before the page is drawn, or while it grows. */
const canvas = { light: '#f7f7f9', dark: '#101219' };

/** Opens the window on the desk's page. It shows itself when there is something to see. */
export function openDeskWindow(options: DeskWindowOptions): DeskWindow {
  const { nativeTheme, saved } = options;
  const background = () => (nativeTheme.shouldUseDarkColors ? canvas.dark : canvas.light);
  const window = options.createWindow({
    ...placeWindow(saved, options.workAreas),
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: 'Tenant Desk',
    backgroundColor: background(),
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

  const shown = showWhenReady(window, () => {
    // Maximizing shows a window, so that it cannot be done before.
    if (saved?.isMaximized === true) window.maximize();
    window.show();
  });
  const savePlacement = (): void => {
    const isMaximized = shown() ? window.isMaximized() : saved?.isMaximized === true;
    options.save({ bounds: window.getNormalBounds(), isMaximized });
  };
  const followTheme = (): void => window.setBackgroundColor(background());
  nativeTheme.on('updated', followTheme);
  window.on('close', savePlacement);
  window.on('closed', () => nativeTheme.off('updated', followTheme));
  recoverPage(window, options);
  void window.loadURL(pageUrl);
  return { window, savePlacement };
}

/** Milliseconds after which a window is shown whatever its page has come to. */
const maxHiddenMs = 2000;

/**
 * Shows the window once, on the first sign that there is something to see. `ready-to-show` is the right moment, and
 * does not come where a system draws nothing for a window that is not shown, as Wayland's compositors may. Answers
 * whether the window was shown.
 */
function showWhenReady(window: BrowserWindow, show: () => void): () => boolean {
  let isShown = false;
  const showOnce = (): void => {
    clearTimeout(latest);
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    show();
  };
  const latest = setTimeout(showOnce, maxHiddenMs);
  window.once('ready-to-show', showOnce);
  window.webContents.once('did-finish-load', showOnce);
  window.once('closed', () => clearTimeout(latest));
  return () => isShown;
}
