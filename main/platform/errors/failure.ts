import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { isRetryable } from '../../../contract/errors/errors.ts';

export interface FailureOptions {
  readonly detail?: string;
  /** Where this failure knows better than its code. */
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
      retryable: options.retryable ?? isRetryable(code),
      requestId: options.requestId ?? '',
    },
    options.cause === undefined ? undefined : { cause: options.cause },
  );
}
