import { describe, expect, it } from 'vitest';
import { deskErrorSchema } from './desk-error-schema.ts';
import type { ErrorCode } from './errors.ts';
import {
  allowsCache,
  errorCodes,
  exitCodeFor,
  exitCodes,
  exitReasonFor,
  isRejection,
  isRetryable,
  isTenantWide,
  needsSignIn,
  provesNothing,
  remedyFor,
} from './errors.ts';

/** All codes that match, so that any change to the table is noticed. */
const codesWhere = (matches: (code: ErrorCode) => boolean) => errorCodes.filter(matches).toSorted();

describe('the table of error codes', () => {
  it('treats the result of a write as unknown after every failure that may have reached the tenant', () => {
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

  it('treats only responses of the tenant as rejections', () => {
    expect(codesWhere(isRejection)).toEqual([
      'forbidden',
      'not-found',
      'refused-by-tenant',
      'signature-refused',
    ]);
  });

  it('never treats a failure as both a rejection and an unknown result', () => {
    expect(codesWhere((code) => isRejection(code) && provesNothing(code))).toEqual([]);
  });

  it('stops a run at failures that affect the next call, too', () => {
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

  it('never answers a rejected read from the cache', () => {
    expect(codesWhere((code) => isRejection(code) && allowsCache(code))).toEqual([]);
  });

  it('offers sign-in if only that helps', () => {
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

  it('maps each error to an exit code by what to do about it', () => {
    const byReason = Object.groupBy(errorCodes, exitReasonFor);
    expect(byReason['not-signed-in']?.every((code) => !provesNothing(code))).toBe(true);
    expect(byReason.unreachable?.toSorted()).toEqual([
      'connection-lost',
      'discovery-failed',
      'discovery-not-json',
      'proxy-login-required',
      'proxy-scheme-unsupported',
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
      'update-blocked',
    ]);
    expect(byReason['partly-applied']?.toSorted()).toEqual([
      'interrupted-run',
      'outcome-unknown',
      'verification-failed',
    ]);
    expect(byReason.denied?.toSorted()).toEqual([
      'confirmation-mismatch',
      'credential-elsewhere',
      'denied-by-policy',
      'forbidden',
      'hosts-not-acknowledged',
      'refused-by-tenant',
      'signature-refused',
      'untrusted-sender',
    ]);
    // No failed call ends with these: they report what a command found.
    expect([byReason.done, byReason.differences, byReason['tests-failed']]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('needs a sign-in if the exit code says so, except for keychain errors and tenant settings', () => {
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

  it('offers a retry only if it may succeed', () => {
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
