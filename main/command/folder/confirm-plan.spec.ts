import { expect, it } from 'vitest';
import type { Plan } from '../../../contract/changes/changes.ts';
import type { PolicyKey } from '../../../contract/policy/policy.ts';
import type { Desk } from '../desk/desk.ts';
import { confirmPlan } from './confirm-plan.ts';

const production = { confirmation: 'Acme', destinations: [] } as unknown as Plan;

/** Answers only which policy is in force. */
function under(...keys: readonly PolicyKey[]): Desk['call'] {
  const policy = { keys: keys.map((key) => ({ key, title: key })) };
  return (async () => policy) as unknown as Desk['call'];
}

it('asks for the name of a production tenant', async () => {
  const confirming = confirmPlan(under(), { plan: production, items: [] }, { accept: [] });
  await expect(confirming).rejects.toMatchObject({
    code: 'confirmation-mismatch',
    message: expect.stringContaining('--confirm "Acme"'),
  });
});

it('suggests no option that a policy forbids: applying names the policy', async () => {
  const call = under('disableCommandConfirmation');
  expect(await confirmPlan(call, { plan: production, items: [] }, { accept: [] })).toEqual({
    confirmation: 'Acme',
    acknowledgedHosts: [],
  });
});
