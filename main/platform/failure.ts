import { DeskFailure } from '../../contract/desk-failure.ts';
import type { ErrorCode } from '../../contract/errors.ts';

/** Codes of failures that may pass by themselves. */
const retryableCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unreachable',
  'timed-out',
  'rate-limited',
  'tenant-error',
  'unexpected-response',
  'sign-in-timed-out',
  'sign-in-cancelled',
  'discovery-failed',
]);

export interface FailureOptions {
  readonly detail?: string;
  readonly retryable?: boolean;
  readonly requestId?: string;
  readonly cause?: unknown;
}

/**
 * Makes the one kind of error that services throw. `message` says what happened, to which thing, and what the
 * person can do; neither it nor `detail` may hold a secret. The dispatcher fills in the request's id.
 */
export function failure(code: ErrorCode, message: string, options: FailureOptions = {}): DeskFailure {
  return new DeskFailure(
    {
      code,
      message,
      ...(options.detail === undefined ? {} : { detail: options.detail }),
      retryable: options.retryable ?? retryableCodes.has(code),
      requestId: options.requestId ?? '',
    },
    options.cause === undefined ? undefined : { cause: options.cause },
  );
}
