import type { DeskError, ErrorCode } from './errors.ts';
import { isDeskError, isRetryable } from './errors.ts';

/** A failed call as thrown in the renderer and the services: an Error that wraps a `DeskError`. */
export class DeskFailure extends Error {
  readonly error: DeskError;

  constructor(error: DeskError, options?: ErrorOptions) {
    super(error.message, options);
    this.name = 'DeskFailure';
    this.error = error;
  }

  get code(): ErrorCode {
    return this.error.code;
  }
}

/**
 * Extracts the error from any thrown value. Errors that crossed Electron's context bridge lose their class, so this checks the
 * shape, not the constructor.
 */
export function toDeskError(thrown: unknown): DeskError {
  if (thrown instanceof DeskFailure) return thrown.error;
  if (typeof thrown === 'object' && thrown !== null && 'error' in thrown) {
    const { error } = thrown;
    if (isDeskError(error)) return error;
  }
  return {
    code: 'internal',
    message: 'Internal error in Tenant Desk. Try again, or copy the details for support.',
    detail: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown),
    retryable: isRetryable('internal'),
    requestId: '',
  };
}
