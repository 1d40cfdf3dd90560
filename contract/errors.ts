import { z } from 'zod';

/**
 * Every way in which a call may fail. Closed on purpose: a new failure needs a code here, and with it a
 * decision about what the person can do.
 */
export const errorCodes = [
  // The request itself
  'invalid-input',
  'not-found',
  'untrusted-sender',
  'cancelled',
  'internal',
  // Session
  'signed-out',
  'session-expired',
  'sign-in-cancelled',
  'sign-in-timed-out',
  'sign-in-refused',
  'sign-in-state-mismatch',
  'id-token-invalid',
  'discovery-failed',
  'discovery-not-json',
  'issuer-mismatch',
  'keychain-unavailable',
  // Transport
  'unreachable',
  'tls-failed',
  'timed-out',
  'rate-limited',
  'response-too-large',
  // What the tenant answered
  'tenant-error',
  'forbidden',
  'refused-by-tenant',
  'challenge-required',
  'unexpected-response',
  'schema-mismatch',
  // Changes
  'conflict',
  'plan-outdated',
  'confirmation-mismatch',
  'verification-failed',
  'interrupted-run',
  // Files and storage
  'file-too-large',
  'file-not-json',
  'file-wrong-shape',
  'file-unreadable',
  'signature-refused',
  'storage-failed',
  'profile-version-unknown',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The one error shape that crosses every border. Carries no stack trace and no secret. */
export const deskErrorSchema = z.strictObject({
  code: z.enum(errorCodes),
  /** What happened, to which thing, and what the person can do. */
  message: z.string(),
  /** More for the curious and for support: an address, a status, what a tenant said. */
  detail: z.string().optional(),
  /** True when the same call may succeed later without any change. */
  retryable: z.boolean(),
  /** Identifies the call in the log of the main process. */
  requestId: z.string(),
});

export type DeskError = z.infer<typeof deskErrorSchema>;
