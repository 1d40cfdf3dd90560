import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron';
import type { Plan } from '../../../../contract/changes/changes.ts';

/** What would be lost by quitting, or by closing the window. */
export type Loss = 'interrupted-change' | 'unsaved-drafts';

const questions = {
  'interrupted-change': {
    message: 'A change is being applied.',
    detail:
      'If you quit now, the changes sent so far stay. The rest is listed as interrupted at the next start, where you can resume or roll back.',
    buttons: ['Wait', 'Quit anyway'],
  },
  'unsaved-drafts': {
    message: 'You have unsaved changes.',
    detail:
      'They couldn’t be written to disk and exist only in this window. Closing it discards them. The window shows what to fix.',
    buttons: ['Keep window open', 'Discard and close'],
  },
} satisfies Record<Loss, MessageBoxOptions>;

const confirmed = 1;

/** Asks for confirmation of the loss. A dismissed dialog means no. */
export async function confirmLoss(
  dialog: Pick<Dialog, 'showMessageBox'>,
  loss: Loss,
  window: BrowserWindow | undefined,
): Promise<boolean> {
  const question = {
    ...questions[loss],
    type: 'warning',
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  } satisfies MessageBoxOptions;
  const { response } = await (window === undefined
    ? dialog.showMessageBox(question)
    : dialog.showMessageBox(window, question));
  return response === confirmed;
}

/** True while a plan is running that has something left to send, or is sending it. */
export function isBeingApplied({ isRunning, counts }: Pick<Plan, 'isRunning' | 'counts'>): boolean {
  return isRunning && (counts.pending ?? 0) + (counts.applying ?? 0) > 0;
}
