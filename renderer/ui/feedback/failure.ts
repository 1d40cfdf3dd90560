/**
 * The error shape used across the product, as the interface shows it. Structurally equal to the contract's, so that
 * the design system does not depend on the contract.
 */
export interface Failure {
  readonly code: string;
  /** What happened, to which item, and what the user can do. */
  readonly message: string;
  readonly detail?: unknown;
  readonly retryable: boolean;
  readonly requestId: string;
}

/** Additional information; undefined for none. */
export function detailOf({ detail }: Failure): string | undefined {
  if (detail === undefined || detail === null) return undefined;
  return typeof detail === 'string' ? detail : JSON.stringify(detail, null, 2);
}

/**
 * A failure as text for a support ticket: every field, one per line. Secrets never reach the renderer, so none can be
 * in here.
 */
export function failureDetails(failure: Failure): string {
  const lines = [failure.message, `Code: ${failure.code}`, `Request: ${failure.requestId}`];
  const detail = detailOf(failure);
  if (detail !== undefined) lines.push(`Detail: ${detail}`);
  return lines.join('\n');
}
