import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import type { ErrorCode } from '../../../contract/errors/errors.ts';
import { isRetryable } from '../../../contract/errors/errors.ts';

export interface FailureOptions {
  readonly detail?: string;
  /** Overrides the default of the code. */
  readonly retryable?: boolean;
  readonly requestId?: string;
  readonly cause?: unknown;
}

/**
 * Creates the error that services throw. `message` says what failed, for which item, and what the user can do; neither it nor
 * `detail` may contain a secret. The dispatcher adds the request ID.
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
