import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron';
import type { Plan } from '../../../../contract/changes/changes.ts';

/** What an end of the program, or of its window, would cost. */
export type Loss = 'interrupted-change' | 'unsaved-drafts';

const questions = {
  'interrupted-change': {
    message: 'A change is being applied.',
    detail:
      'If you quit now, what was sent so far stays as it is, and the change is listed as interrupted at the next start, with what is left to do.',
    buttons: ['Wait', 'Quit anyway'],
  },
  'unsaved-drafts': {
    message: 'What you typed is not saved.',
    detail:
      'It could not be written to the disk and is in this window only. If you close it now, that is lost. The window says what stands in the way.',
    buttons: ['Keep the window', 'Lose it and close'],
  },
} satisfies Record<Loss, MessageBoxOptions>;

const goOn = 1;

/** Asks whether to go on although that would cost something. A question that is dismissed is no. */
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
  return response === goOn;
}

/** True while a plan is under way that has something left to send, or is sending it. */
export function isBeingApplied({ isUnderWay, counts }: Pick<Plan, 'isUnderWay' | 'counts'>): boolean {
  return isUnderWay && (counts.pending ?? 0) + (counts.applying ?? 0) > 0;
}
