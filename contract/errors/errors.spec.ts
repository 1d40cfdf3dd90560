import { describe, expect, it } from 'vitest';
import type { ErrorCode } from './errors.ts';
import {
  answersFromCache,
  errorCodes,
  isRefusal,
  isRetryable,
  isTenantWide,
  needsSignIn,
  provesNothing,
  remedyFor,
} from './errors.ts';

/** The codes for which a claim holds, so that a row that changes sides is seen. */
const codesWhere = (claim: (code: ErrorCode) => boolean) => errorCodes.filter(claim).toSorted();

describe('the table of error codes', () => {
  it('leaves the outcome of a write open after everything that may have reached the tenant', () => {
    expect(codesWhere(provesNothing)).toEqual([
      'cancelled',
      'connection-lost',
      'internal',
      'outcome-unknown',
      'response-too-large',
      'schema-mismatch',
      'storage-damaged',
      'storage-failed',
      'storage-full',
      'storage-unwritable',
      'tenant-error',
      'timed-out',
      'unexpected-response',
      'verification-failed',
    ]);
  });

  it('takes only what the tenant itself said for a refusal', () => {
    expect(codesWhere(isRefusal)).toEqual([
      'forbidden',
      'not-found',
      'refused-by-tenant',
      'signature-refused',
    ]);
  });

  it('calls no failure both a refusal and an open outcome', () => {
    expect(codesWhere((code) => isRefusal(code) && provesNothing(code))).toEqual([]);
  });

  it('stops a run at what the next call would meet as well', () => {
    expect(
      (
        ['signed-out', 'session-expired', 'challenge-required', 'unreachable', 'connection-lost'] as const
      ).map(isTenantWide),
    ).toEqual([true, true, true, true, true]);
    expect((['forbidden', 'conflict', 'tenant-error', 'not-found'] as const).map(isTenantWide)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });

  it('never answers a refused read from the cache', () => {
    expect(codesWhere((code) => isRefusal(code) && answersFromCache(code))).toEqual([]);
  });

  it('offers a sign-in where nothing else helps', () => {
    expect(codesWhere(needsSignIn)).toEqual([
      'challenge-required',
      'id-token-invalid',
      'session-expired',
      'sign-in-cancelled',
      'sign-in-refused',
      'sign-in-state-mismatch',
      'sign-in-timed-out',
      'signed-out',
    ]);
  });

  it('offers to try again only what may succeed the next time', () => {
    expect(
      codesWhere((code) => remedyFor({ code, retryable: true }) === 'retry' && !isRetryable(code)),
    ).toEqual([]);
    expect(remedyFor({ code: 'unreachable', retryable: false })).toBe('none');
    expect(remedyFor({ code: 'tls-failed', retryable: false })).toBe('settings');
  });
});
