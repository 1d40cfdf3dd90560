import type { BrowserWindow, Dialog } from 'electron';

export interface PageRecoveryOptions {
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  /** Milliseconds since any fixed time. */
  readonly now: () => number;
}

const crashesInARow = 3;
const rowMs = 60_000;
const reassurance = 'Saved drafts are not lost. A change that was being applied is listed as interrupted.';

/**
 * Reloads a page that crashed, or on the user's request one that no longer responds, and shows a message. Asks what to do if a
 * page crashes repeatedly.
 */
export function recoverPage(window: BrowserWindow, { dialog, now }: PageRecoveryOptions): void {
  const contents = window.webContents;
  let crashes: number[] = [];
  /** The page's process was ended on purpose, and its exit event hasn't arrived yet. */
  let isEnding = false;
  /** The open dialog about an unresponsive page. */
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
        message: 'The window crashed and was reloaded.',
        detail: reassurance,
        buttons: ['OK'],
      });
    } else void offerAfterCrashes();
  });

  async function offerAfterCrashes(): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: 'The window keeps crashing.',
      detail: 'Saved drafts are not lost.',
      buttons: ['Reload', 'Close window'],
      defaultId: 0,
      cancelId: 1,
    });
    if (window.isDestroyed()) return;
    if (response === 0) contents.reload();
    else window.destroy();
  }

  window.on('responsive', () => question?.abort());
  window.on('unresponsive', () => void offerReload());

  async function offerReload(): Promise<void> {
    if (question !== undefined) return;
    const { signal } = (question = new AbortController());
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: 'The window is not responding.',
      detail: `It may be busy with a large task. ${reassurance}`,
      buttons: ['Wait', 'Reload'],
      defaultId: 0,
      cancelId: 0,
      signal,
    });
    question = undefined;
    if (response === 0 || window.isDestroyed()) return;
    // A stuck process can't reload: it is ended, and the page starts in a new one.
    isEnding = true;
    contents.forcefullyCrashRenderer();
    contents.reload();
  }
}
