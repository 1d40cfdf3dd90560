import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import type { ConfirmationWindow } from '../confirmation/confirmation-window.ts';
import type { AutomaticRevert } from './automatic-revert.ts';

export function createConfirmationHandlers(
  plans: ConfirmationWindow,
  restore: AutomaticRevert,
): HandlersOf<'provisional'> {
  return {
    'provisional.list': async () => plans.list(),
    'provisional.keep': async ({ planId }) => void restore.keep(planId),
    'provisional.restore': async ({ planId }, call) => void (await restore.restore(planId, call)),
  };
}
