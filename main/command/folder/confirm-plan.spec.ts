import { expect, it } from 'vitest';
import type { PolicyKey } from '../../../contract/policy/policy.ts';
import { aPlan } from '../../../test/component/plans.ts';
import { confirmPlan } from './confirm-plan.ts';

const production = { plan: aPlan({ confirmation: 'Acme' }), items: [] };
const unconfirmed = { accept: [] };

const under =
  (...keys: readonly PolicyKey[]) =>
  async () => ({ keys: keys.map((key) => ({ key, title: key })) });

it('asks for the name of a production tenant', async () => {
  await expect(confirmPlan(under(), production, unconfirmed)).rejects.toMatchObject({
    code: 'confirmation-mismatch',
    message: expect.stringContaining('--confirm "Acme"'),
  });
});

it('suggests no option that a policy forbids: applying names the policy', async () => {
  expect(await confirmPlan(under('disableCommandConfirmation'), production, unconfirmed)).toEqual({
    confirmation: 'Acme',
    acknowledgedHosts: [],
  });
});
