import type { ErrorCode } from '../../contract/errors.ts';

const tenantWide: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'signed-out',
  'session-expired',
  'challenge-required',
  'keychain-unavailable',
  'unreachable',
  'tls-failed',
  'timed-out',
  'rate-limited',
  'cancelled',
]);

/** True for failures that say nothing about the one change: the next would fail alike. */
export function isTenantWide(code: ErrorCode): boolean {
  return tenantWide.has(code);
}
