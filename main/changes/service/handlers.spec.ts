import { expect, it, vi } from 'vitest';
import { aChangeService } from '../../../test/builders/a-change-service.ts';
import { failure } from '../../platform/errors/failure.ts';
import { createChangeHandlers } from './handlers.ts';

const planId = 'plan';
const call = { signal: new AbortController().signal, requestId: 'spec' };

it('nothing is sent to the tenant of a plan unless the user confirms being there', async () => {
  const { changes } = aChangeService({ kinds: [] });
  const sends = (['apply', 'resume', 'rollBack'] as const).map((name) => vi.spyOn(changes, name));
  const handlers = createChangeHandlers(changes, async (checkedId) => {
    expect(checkedId).toBe(planId);
    throw failure('confirmation-mismatch', 'Not confirmed.');
  });
  for (const name of ['changes.apply', 'changes.resume', 'changes.takeBack'] as const)
    await expect(handlers[name]({ planId }, call)).rejects.toThrow('Not confirmed.');
  for (const send of sends) expect(send).not.toHaveBeenCalled();
});
