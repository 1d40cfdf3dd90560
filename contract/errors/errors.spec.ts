import { describe, expect, it } from 'vitest';
import { deskErrorSchema } from './desk-error-schema.ts';
import type { ErrorCode } from './errors.ts';
import {
  answersFromCache,
  errorCodes,
  exitCodeFor,
  exitCodes,
  exitReasonFor,
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
      'canceled',
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
      'sign-in-canceled',
      'sign-in-refused',
      'sign-in-state-mismatch',
      'sign-in-timed-out',
      'signed-out',
    ]);
  });

  it('ends the command line with a code that says what to do about it', () => {
    const byReason = Object.groupBy(errorCodes, exitReasonFor);
    expect(byReason['not-signed-in']?.every((code) => !provesNothing(code))).toBe(true);
    expect(byReason.unreachable?.toSorted()).toEqual([
      'connection-lost',
      'discovery-failed',
      'discovery-not-json',
      'proxy-login-required',
      'rate-limited',
      'renewal-failed',
      'tenant-error',
      'timed-out',
      'tls-failed',
      'unexpected-response',
      'unreachable',
    ]);
    expect(byReason.conflict?.toSorted()).toEqual([
      'conflict',
      'draft-changed',
      'plan-outdated',
      'profile-in-use',
    ]);
    expect(byReason['partly-applied']?.toSorted()).toEqual([
      'interrupted-run',
      'outcome-unknown',
      'verification-failed',
    ]);
    expect(byReason.denied?.toSorted()).toEqual([
      'confirmation-mismatch',
      'credential-elsewhere',
      'forbidden',
      'hosts-not-acknowledged',
      'refused-by-tenant',
      'signature-refused',
      'untrusted-sender',
    ]);
    // Endings that no failed call has: they say what a verb found.
    expect([byReason.done, byReason.differences, byReason['tests-failed']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('needs a sign-in wherever the command line ends with the code for it, but for the keychain and the tenant’s settings', () => {
    expect(
      codesWhere((code) => exitCodeFor(code) === exitCodes['not-signed-in'] && !needsSignIn(code)),
    ).toEqual(['issuer-mismatch', 'keychain-full', 'keychain-unavailable', 'sign-in-host-unconfirmed']);
    expect(codesWhere((code) => needsSignIn(code) && exitCodeFor(code) !== 4)).toEqual([]);
  });

  it('keeps the exit codes that pipelines check', () => {
    expect(exitCodes).toEqual({
      done: 0,
      internal: 1,
      usage: 2,
      differences: 3,
      'not-signed-in': 4,
      unreachable: 5,
      conflict: 6,
      'partly-applied': 7,
      denied: 8,
      'tests-failed': 9,
      interrupted: 130,
    });
  });

  it('offers to try again only what may succeed the next time', () => {
    expect(
      codesWhere((code) => remedyFor({ code, retryable: true }) === 'retry' && !isRetryable(code)),
    ).toEqual([]);
    expect(remedyFor({ code: 'unreachable', retryable: false })).toBe('none');
    expect(remedyFor({ code: 'tls-failed', retryable: false })).toBe('settings');
  });
});

it('reads the codes of records that an earlier version wrote', () => {
  const error = { code: 'cancelled', message: 'Canceled.', retryable: false, requestId: '1' }; // cspell:ignore cancelled
  expect(deskErrorSchema.parse(error)).toMatchObject({ code: 'canceled' });
  expect(deskErrorSchema.safeParse({ ...error, code: 'no-such-code' }).success).toBe(false);
});
