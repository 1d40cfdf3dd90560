import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron';
import type { Plan } from '../../../../contract/changes.ts';

const question = {
  type: 'warning',
  message: 'A change is being applied.',
  detail:
    'If you quit now, what was sent so far stays as it is, and the change is listed as interrupted at the next start, with what is left to do.',
  buttons: ['Wait', 'Quit anyway'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
} satisfies MessageBoxOptions;

/** Asks whether to quit although a change is being applied. A question that is dismissed is no. */
export async function confirmQuit(
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow | undefined,
): Promise<boolean> {
  const { response } = await (window === undefined
    ? dialog.showMessageBox(question)
    : dialog.showMessageBox(window, question));
  return response === question.buttons.indexOf('Quit anyway');
}

/** True while a plan is under way that has something left to send, or is sending it. */
export function isBeingApplied({ isUnderWay, counts }: Pick<Plan, 'isUnderWay' | 'counts'>): boolean {
  return isUnderWay && (counts.pending ?? 0) + (counts.applying ?? 0) > 0;
}
