import type { HandlersOf } from '../../contract/methods.ts';
import type { ChangeService } from './change-service.ts';

export function createChangeHandlers(changes: ChangeService): HandlersOf<'changes'> {
  return {
    'changes.plan': (request, call) => changes.plan(request, call),
    'changes.apply': ({ planId, confirmation }, call) => changes.apply(planId, confirmation, call),
    'changes.discard': async ({ planId }) => void changes.discard(planId),
    'changes.interrupted': async () => changes.interrupted(),
    'changes.resume': ({ runId }, call) => changes.resume(runId, call),
    'changes.rollBack': ({ runId }, call) => changes.rollBack(runId, call),
  };
}
