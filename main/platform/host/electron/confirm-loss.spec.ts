import type { Dialog } from 'electron';
import { expect, it } from 'vitest';
import { confirmLoss, isBeingApplied } from './confirm-loss.ts';

const answering = (response: number): Pick<Dialog, 'showMessageBox'> => ({
  showMessageBox: async () => ({ response, checkboxChecked: false }),
});

it.each(['interrupted-change', 'unsaved-drafts'] as const)(
  'continues with %s only if the user chose to',
  async (loss) => {
    expect(await confirmLoss(answering(0), loss, undefined)).toBe(false);
    expect(await confirmLoss(answering(1), loss, undefined)).toBe(true);
  },
);

it.each([
  ['is being sent', { isRunning: true, counts: { verified: 3, applying: 1 } }, true],
  ['has more to send', { isRunning: true, counts: { verified: 3, pending: 1 } }, true],
  ['is only verified again', { isRunning: true, counts: { verified: 3, unknown: 1 } }, false],
  ['waits for the user', { isRunning: false, counts: { pending: 4 } }, false],
  ['is done', { isRunning: false, counts: { verified: 4 } }, false],
])('reports whether a change that %s is being applied', (_what, plan, expected) => {
  expect(isBeingApplied(plan)).toBe(expected);
});
