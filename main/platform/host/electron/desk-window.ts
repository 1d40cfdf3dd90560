import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Dialog,
  NativeTheme,
  Rectangle,
} from 'electron';
import { pageUrl } from './app-scheme.ts';
import { recoverPage } from './page-recovery.ts';
import type { OpenWindow } from './open-windows.ts';
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
  /** The part of the URL that names what the window shows; empty for the start. */
  readonly url: string;
  readonly saved: WindowPlacement | undefined;
  readonly save: (placement: WindowPlacement) => void;
  readonly now: () => number;
}

export interface DeskWindow {
  readonly window: BrowserWindow;
  /** For exits that don't close windows first. */
  savePlacement(): void;
  /** What it shows, and where. */
  state(): OpenWindow;
}

/** The canvas color of the design, so that the window doesn't flash before the page is drawn, or while resizing. */
const canvas = { light: '#f7f7f9', dark: '#101219' };

/** Opens the window with the app's page. It becomes visible when the page is ready. */
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
      // Scripts, queries and IDs aren't prose, and dictionaries would be downloaded.
      spellcheck: false,
      devTools: options.isDevelopment,
    },
  });

  const shown = showWhenReady(window, () => {
    // Maximizing shows a window, so it can't be done earlier.
    if (saved?.isMaximized === true) window.maximize();
    window.show();
  });
  const placement = (): WindowPlacement => {
    const isMaximized = shown() ? window.isMaximized() : saved?.isMaximized === true;
    return { bounds: window.getNormalBounds(), isMaximized };
  };
  const savePlacement = (): void => options.save(placement());
  const followTheme = (): void => window.setBackgroundColor(background());
  nativeTheme.on('updated', followTheme);
  window.on('close', savePlacement);
  window.on('closed', () => nativeTheme.off('updated', followTheme));
  recoverPage(window, options);
  void window.loadURL(`${pageUrl}${options.url}`);
  const state = (): OpenWindow => ({
    url: /#\/.*$/.exec(window.webContents.getURL())?.[0] ?? '',
    placement: placement(),
  });
  return { window, savePlacement, state };
}

/** Maximum time before a window is shown, in milliseconds. */
const maxHiddenMs = 2000;

/**
 * Shows the window once, on the first sign that the page is ready. `ready-to-show` is the right event, but isn't emitted on systems
 * that draw nothing for hidden windows, such as some Wayland compositors. Returns a function that returns whether it was shown.
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
