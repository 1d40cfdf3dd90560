import type { DeskError, ErrorCode } from './errors.ts';
import { isDeskError, isRetryable } from './errors.ts';

/** A failed call as the renderer and the services throw it: an Error around the one error shape. */
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
 * Reads the error out of anything thrown. Errors that crossed Electron's context bridge lose their class, so
 * the shape is looked for, not the constructor.
 */
export function toDeskError(thrown: unknown): DeskError {
  if (thrown instanceof DeskFailure) return thrown.error;
  if (typeof thrown === 'object' && thrown !== null && 'error' in thrown) {
    const { error } = thrown;
    if (isDeskError(error)) return error;
  }
  return {
    code: 'internal',
    message: 'Something inside Tenant Desk failed. Try again, or copy the details for support.',
    detail: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown),
    retryable: isRetryable('internal'),
    requestId: '',
  };
}
