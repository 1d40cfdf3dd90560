import type { Dialog } from 'electron';
import { expect, it } from 'vitest';
import { confirmQuit, isBeingApplied } from './confirm-quit.ts';

const answering = (response: number): Pick<Dialog, 'showMessageBox'> => ({
  showMessageBox: async () => ({ response, checkboxChecked: false }),
});

it('quits only when the person chose to', async () => {
  expect(await confirmQuit(answering(0), undefined)).toBe(false);
  expect(await confirmQuit(answering(1), undefined)).toBe(true);
});

it.each([
  ['is being sent', { isUnderWay: true, counts: { verified: 3, applying: 1 } }, true],
  ['has more to send', { isUnderWay: true, counts: { verified: 3, pending: 1 } }, true],
  ['is only looked at again', { isUnderWay: true, counts: { verified: 3, unknown: 1 } }, false],
  ['waits for the person', { isUnderWay: false, counts: { pending: 4 } }, false],
  ['is done', { isUnderWay: false, counts: { verified: 4 } }, false],
])('knows whether a change that %s is being applied', (_what, plan, expected) => {
  expect(isBeingApplied(plan)).toBe(expected);
});
