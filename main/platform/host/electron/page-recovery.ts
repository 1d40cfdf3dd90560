import type { BrowserWindow, Dialog } from 'electron';

export interface PageRecoveryOptions {
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  /** Milliseconds since any moment. */
  readonly now: () => number;
}

const crashesInARow = 3;
const rowMs = 60_000;
const kept = 'Drafts that were saved are kept. A change that was being applied is listed as interrupted.';

/**
 * Brings back a page that crashed, or that no longer answers where the person wants it, and says so. A page that crashes
 * again and again is left alone.
 */
export function recoverPage(window: BrowserWindow, { dialog, now }: PageRecoveryOptions): void {
  const contents = window.webContents;
  let crashes: number[] = [];
  /** The page's process was ended on purpose: its end is yet to be told. */
  let isEnding = false;
  /** While it does not answer and the person is asked. */
  let question: AbortController | undefined;

  contents.on('render-process-gone', (_event, { reason }) => {
    question?.abort();
    const isWanted = isEnding || reason === 'clean-exit';
    isEnding = false;
    if (isWanted || window.isDestroyed()) return;
    crashes = [...crashes.filter((at) => now() - at < rowMs), now()];
    if (crashes.length < crashesInARow) {
      contents.reload();
      void dialog.showMessageBox(window, {
        type: 'warning',
        message: 'The window stopped working and was loaded again.',
        detail: kept,
        buttons: ['OK'],
      });
    } else void offerAfterCrashes();
  });

  async function offerAfterCrashes(): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: 'The window stops working again and again.',
      detail: 'Drafts that were saved are kept.',
      buttons: ['Load again', 'Close the window'],
      defaultId: 0,
      cancelId: 1,
    });
    if (window.isDestroyed()) return;
    if (response === 0) contents.reload();
    else window.destroy();
  }

  window.on('responsive', () => question?.abort());
  window.on('unresponsive', () => void offerToLoadAgain());

  async function offerToLoadAgain(): Promise<void> {
    if (question !== undefined) return;
    const { signal } = (question = new AbortController());
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'The window does not answer.',
      detail: `It may be busy with something large. ${kept}`,
      buttons: ['Wait', 'Load again'],
      defaultId: 0,
      cancelId: 0,
      signal,
    });
    question = undefined;
    if (response === 0 || window.isDestroyed()) return;
    // A process that is stuck does not reload: it is ended, and the page begins in another.
    isEnding = true;
    contents.forcefullyCrashRenderer();
    contents.reload();
  }
}
