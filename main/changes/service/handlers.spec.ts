import { expect, it, vi } from 'vitest';
import { failure } from '../../platform/errors/failure.ts';
import type { ChangeService } from './change-service.ts';
import { createChangeHandlers } from './handlers.ts';

const planId = 'plan';
const call = { signal: new AbortController().signal, requestId: 'spec' };

it('nothing is sent to the tenant of a plan unless the user confirms being there', async () => {
  const send = vi.fn<() => Promise<never>>();
  const changes = { apply: send, resume: send, rollBack: send } as unknown as ChangeService;
  const handlers = createChangeHandlers(changes, async (checkedId) => {
    expect(checkedId).toBe(planId);
    throw failure('confirmation-mismatch', 'Not confirmed.');
  });
  for (const name of ['changes.apply', 'changes.resume', 'changes.takeBack'] as const)
    await expect(handlers[name]({ planId }, call)).rejects.toThrow('Not confirmed.');
  expect(send).not.toHaveBeenCalled();
});
