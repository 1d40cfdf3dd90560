import { AbortError, ReadError, RequestError, TimeoutError, UploadError } from 'got';
import { DeskFailure } from '../../../contract/desk-failure.ts';
import { failure } from '../failure.ts';

const tlsCode =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_|HOSTNAME_MISMATCH|ERR_TLS_|ERR_SSL_|EPROTO)/;

export interface FailedRequest {
  /** What was being done, for example `read the script of Payroll`. */
  readonly purpose: string;
  readonly host: string;
  readonly timeoutSeconds: number;
}

/** Turns what the HTTP library threw into a failure that names the host and what to do. */
export function transportFailure(error: unknown, request: FailedRequest): DeskFailure {
  if (error instanceof DeskFailure) return error;
  const { purpose, host } = request;
  const code = codeOf(error);
  const options = { detail: code, cause: error };
  if (error instanceof AbortError || code === 'ERR_ABORTED' || code === 'ABORT_ERR') {
    return failure('cancelled', 'Cancelled.', { cause: error });
  }
  if (error instanceof TimeoutError || code === 'ETIMEDOUT') {
    return failure(
      'timed-out',
      `Could not ${purpose}: ${host} gave no answer within ${request.timeoutSeconds} s. Try again, or raise the limit in Settings.`,
      options,
    );
  }
  if (tlsCode.test(code)) {
    return failure(
      'tls-failed',
      `Could not ${purpose}: the certificate of ${host} is not trusted. If your organisation has its own certificate authority, add its certificate in Settings.`,
      options,
    );
  }
  if (code === 'ERR_PROXY_TUNNEL' || code === 'ERR_PROXY_INVALID_CONFIG') {
    return failure(
      'unreachable',
      `Could not ${purpose}: the proxy did not let the connection to ${host} through. Check the proxy in Settings.`,
      options,
    );
  }
  if (error instanceof RequestError || error instanceof ReadError || error instanceof UploadError) {
    return failure(
      'unreachable',
      `Could not ${purpose}: ${host} cannot be reached. Check the connection and the proxy in Settings, then try again.`,
      options,
    );
  }
  return failure('internal', `Could not ${purpose}: the request to ${host} could not be sent.`, {
    ...options,
    detail: error instanceof Error ? error.name : 'unknown',
  });
}

/** Undici, Node and got all carry a code, sometimes only on the cause. */
function codeOf(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && current.code !== 'ERR_GOT_REQUEST_ERROR') {
      return current.code;
    }
  }
  return error instanceof Error ? error.name : 'unknown';
}
