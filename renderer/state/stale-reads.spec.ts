import { expect, it, vi } from 'vitest';
import type { DeskError, ErrorCode } from '../../contract/errors/errors.ts';
import { StaleReads } from './stale-reads.svelte.ts';

const failing = (code: ErrorCode, message: string): DeskError => ({
  code,
  message,
  retryable: true,
  requestId: '',
});

it('has one reason for a list and the detail beside it, and refreshes both', () => {
  const reads = new StaleReads();
  const [list, detail] = [vi.fn(), vi.fn()];
  const leave = reads.note({
    tenantId: 'acme',
    error: failing('unreachable', 'Could not list.'),
    retry: list,
  });
  reads.note({ tenantId: 'acme', error: failing('unreachable', 'Could not read.'), retry: detail });
  expect(reads.reasons).toHaveLength(1);
  reads.reasons[0]?.retry();
  expect([list.mock.calls.length, detail.mock.calls.length]).toEqual([1, 1]);
  leave();
  expect(reads.reasons).toMatchObject([{ error: { message: 'Could not read.' } }]);
});

it('separates other reasons and other tenants', () => {
  const reads = new StaleReads();
  const retry = () => undefined;
  reads.note({ tenantId: 'acme', error: failing('unreachable', 'Away.'), retry });
  reads.note({ tenantId: 'globex', error: failing('unreachable', 'Away.'), retry });
  reads.note({ tenantId: 'acme', error: failing('session-expired', 'Sign in.'), retry });
  expect(reads.reasons).toHaveLength(3);
});
