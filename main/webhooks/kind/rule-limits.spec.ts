import { expect, it } from 'vitest';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import { createRuleLimits } from './rule-limits.ts';

const tenant = { id: 'a-tenant', isSandbox: false };
const rejectWith = (message: string) => async () => {
  throw failure('refused-by-tenant', message);
};

it.each([
  'The tenant already has the maximum of 5000 rules.',
  'Maximum number of webhooks reached.',
  'Rule quota exceeded',
  'You have too many rules.',
])('learns a limit from %j', async (message) => {
  const limits = createRuleLimits();
  expect(limits.reachedBy(tenant, 12)).toBeUndefined();
  await expect(limits.watch(tenant.id, async () => 12, rejectWith(message))).rejects.toThrow(DeskFailure);
  expect(limits.reachedBy(tenant, 12)).toBe(12);
  expect(limits.reachedBy(tenant, 11)).toBeUndefined();
  expect(limits.reachedBy({ ...tenant, id: 'another' }, 12)).toBeUndefined();
});

it('ignores other rejections and inconclusive answers', async () => {
  const limits = createRuleLimits();
  await limits.watch(tenant.id, async () => 3, rejectWith('The URL is not allowed.')).catch(() => undefined);
  const rateLimited = async () => {
    throw failure('rate-limited', 'Too many requests.');
  };
  await limits.watch(tenant.id, async () => 3, rateLimited).catch(() => undefined);
  expect(limits.reachedBy(tenant, 3)).toBeUndefined();
});

it('forgets a limit once a creation was accepted', async () => {
  const limits = createRuleLimits();
  await limits.watch(tenant.id, async () => 3, rejectWith('limit')).catch(() => undefined);
  await limits.watch(
    tenant.id,
    async () => 3,
    async () => undefined,
  );
  expect(limits.reachedBy(tenant, 3)).toBeUndefined();
});

it('knows the limit of embedded tenants', () => {
  const limits = createRuleLimits();
  expect(limits.reachedBy({ ...tenant, isSandbox: true }, 4_999)).toBeUndefined();
  expect(limits.reachedBy({ ...tenant, isSandbox: true }, 5_000)).toBe(5_000);
});
