import type { HandlersOf } from '../../../contract/bridge/methods.ts';
import type { ChangeService } from './change-service.ts';

/** `requirePresence` asks the user before something is sent to the tenant of a plan, and rejects unless that is confirmed. */
export function createChangeHandlers(
  changes: ChangeService,
  requirePresence: (planId: string) => Promise<void>,
): HandlersOf<'changes'> {
  return {
    'changes.plan': ({ tenantId, request }, call) => changes.plan(tenantId, request, call),
    'changes.get': async ({ planId }) => changes.get(planId),
    'changes.items': async ({ planId, ...filter }) => changes.items(planId, filter),
    'changes.types': async ({ planId }) => changes.types(planId),
    'changes.markdown': async ({ planId }) => changes.markdown(planId),
    'changes.itemDetails': ({ planId, ...page }) => changes.itemDetails(planId, page),
    'changes.item': async ({ planId, itemId }) => changes.item(planId, itemId),
    'changes.settle': ({ planId, itemId, choices }, call) => changes.resolve(planId, itemId, choices, call),
    'changes.tryChoices': ({ planId, itemId, choices }, call) =>
      changes.tryChoices(planId, itemId, choices, call),
    'changes.chooseSendMode': ({ planId, ...choice }, call) => changes.chooseSendMode(planId, choice, call),
    'changes.apply': async ({ planId, ...confirmed }, call) => {
      await requirePresence(planId);
      return await changes.apply(planId, confirmed, call);
    },
    'changes.pause': async ({ planId }) => void changes.pause(planId),
    'changes.open': async () => changes.open(),
    'changes.look': ({ planId }, call) => changes.look(planId, call),
    'changes.claim': ({ planId, ...claim }, call) => changes.claim(planId, claim, call),
    'changes.resume': async ({ planId }, call) => {
      await requirePresence(planId);
      return await changes.resume(planId, call);
    },
    'changes.takeBack': async ({ planId }, call) => {
      await requirePresence(planId);
      return await changes.rollBack(planId, call);
    },
    'changes.close': async ({ planId }) => changes.close(planId),
    'changes.discard': async ({ planId }) => void changes.discard(planId),
  };
}
