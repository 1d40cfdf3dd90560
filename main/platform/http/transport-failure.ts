import type { Request } from 'got';
import { AbortError, RequestError, TimeoutError } from 'got';
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../errors/failure.ts';

/** Knows of one request whether any of it may have left this machine. */
export interface Departure {
  mayHaveLeft(): boolean;
  /** True when it went to a connection that had been used before, and that broke without a byte of an answer. */
  metDeadConnection(error: unknown): boolean;
}

/**
 * Watches a request from its start. Nothing of it leaves before its connection stands, handshake included; a
 * connection that stood already (used again, or through a proxy's tunnel) may take it at once. The library's own
 * timings cannot tell, as they have no handshake for a connection that came through a tunnel.
 */
export function watchDeparture(stream: Request): Departure {
  let stands = false;
  let sent: ClientRequest | undefined;
  let isAnswered = false;
  const stand = (): void => {
    stands = true;
  };
  const watch = (socket: Socket): void => {
    if (socket.connecting) socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', stand);
    else stand();
  };
  stream.once('request', (request: ClientRequest) => {
    sent = request;
    if (request.socket === null) request.once('socket', watch);
    else watch(request.socket);
  });
  stream.once('response', () => {
    isAnswered = true;
  });
  return {
    mayHaveLeft: () => stands,
    metDeadConnection: (error) =>
      sent?.reusedSocket === true && !isAnswered && brokenConnection.has(codeOf(error)),
  };
}

const tlsCode =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_|HOSTNAME_MISMATCH|ERR_TLS_|ERR_SSL_|EPROTO)/;

const brokenConnection: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

export interface FailedRequest {
  /** What was being done, for example `read the script of Payroll`. */
  readonly purpose: string;
  readonly host: string;
  /** False when it is certain that nothing of the request left this machine. */
  readonly mayHaveLeft: boolean;
  readonly timeoutSeconds: number;
}

/**
 * Turns what the HTTP library threw into a failure that names the host and what to do. A request that certainly never
 * left is `unreachable` or `tls-failed`; one that may have arrived is `timed-out` or `connection-lost`.
 */
export function transportFailure(error: unknown, request: FailedRequest): DeskFailure {
  if (error instanceof DeskFailure) return error;
  const { purpose, host } = request;
  const code = codeOf(error);
  const options = { detail: code, cause: error };
  if (error instanceof AbortError || code === 'ERR_ABORTED' || code === 'ABORT_ERR') {
    return failure('canceled', 'Canceled.', { cause: error });
  }
  // A header or an address of a shape that cannot be sent is refused before anything is done.
  if (!(error instanceof RequestError) || error.cause instanceof TypeError) {
    return failure('internal', `Could not ${purpose}: the request to ${host} could not be sent.`, {
      ...options,
      detail: error instanceof Error ? error.name : 'unknown',
    });
  }
  const isTimeUp = error instanceof TimeoutError || code === 'ETIMEDOUT';
  if (request.mayHaveLeft) {
    return isTimeUp
      ? failure(
          'timed-out',
          `Could not ${purpose}: ${host} gave no answer within ${request.timeoutSeconds} s. Try again, or raise the limit in Settings.`,
          options,
        )
      : failure(
          'connection-lost',
          `Could not ${purpose}: the connection to ${host} broke before its whole answer had come. Try again.`,
          options,
        );
  }
  if (tlsCode.test(code)) {
    return failure(
      'tls-failed',
      `Could not ${purpose}: the certificate of ${host} is not trusted. If your organization has its own certificate authority, add its certificate in Settings.`,
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
  const what = isTimeUp ? `took no connection within ${request.timeoutSeconds} s` : 'cannot be reached';
  return failure(
    'unreachable',
    `Could not ${purpose}: ${host} ${what}. Check the connection and the proxy in Settings, then try again.`,
    options,
  );
}

/** True when a proxy opened no tunnel because it wants to know who asks (RFC 9110, 15.5.8). */
export function asksForProxyLogin(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && current.code === 'ERR_PROXY_TUNNEL' && 'statusCode' in current)
      return current.statusCode === 407;
  }
  return false;
}

export function proxyLoginFailure(
  error: unknown,
  { purpose, proxy }: { readonly purpose: string; readonly proxy: string },
): DeskFailure {
  return failure(
    'proxy-login-required',
    `Could not ${purpose}: the proxy ${new URL(proxy).host} asks for a user name and a password. Enter them in Settings.`,
    { cause: error },
  );
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
