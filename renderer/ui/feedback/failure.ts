/**
 * The error shape that crosses every border of the product, as the interface shows it. Structurally the contract's, so
 * that the design system knows no contract.
 */
export interface Failure {
  readonly code: string;
  /** What happened, to which thing, and what the person can do. */
  readonly message: string;
  readonly detail?: unknown;
  readonly retryable: boolean;
  readonly requestId: string;
}

/** A failure as text for a ticket: every field, one per line. Secrets never reach the renderer, so none can be in here. */
export function failureDetails(failure: Failure): string {
  const lines = [failure.message, `Code: ${failure.code}`, `Request: ${failure.requestId}`];
  if (failure.detail !== undefined && failure.detail !== null) {
    lines.push(
      `Detail: ${typeof failure.detail === 'string' ? failure.detail : JSON.stringify(failure.detail, null, 2)}`,
    );
  }
  return lines.join('\n');
}
