import type { Request } from 'got';
import { AbortError, RequestError, TimeoutError } from 'got';
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { formatList } from '../../../languages/text/intl.ts';
import { failure } from '../errors/failure.ts';

/** Tracks whether any part of a request may have been sent. */
export interface Departure {
  mayHaveLeft(): boolean;
  /** True if it used a keep-alive connection that broke before any response. */
  metDeadConnection(error: unknown): boolean;
}

/**
 * Watches a request from its start. Nothing is sent before the connection is established, including the handshake; an existing
 * connection (reused, or through a proxy tunnel) may send at once. The library's timings don't show this, because they lack the
 * handshake of a tunneled connection.
 */
export function watchDeparture(stream: Request): Departure {
  let isConnected = false;
  let sent: ClientRequest | undefined;
  let isAnswered = false;
  const markConnected = (): void => {
    isConnected = true;
  };
  const watch = (socket: Socket): void => {
    if (socket.connecting)
      socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', markConnected);
    else markConnected();
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
    mayHaveLeft: () => isConnected,
    metDeadConnection: (error) =>
      sent?.reusedSocket === true && !isAnswered && brokenConnection.has(codeOf(error)),
  };
}

const tlsCode =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_|HOSTNAME_MISMATCH|ERR_TLS_|ERR_SSL_|EPROTO)/;

const brokenConnection: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE']);

export interface FailedRequest {
  /** The failed operation, for example `read the script of Payroll`. */
  readonly purpose: string;
  readonly host: string;
  /** False if it is certain that nothing was sent. */
  readonly mayHaveLeft: boolean;
  readonly timeoutSeconds: number;
}

/**
 * Converts an error of the HTTP library to a failure with the host and what to do. A request that was certainly never sent is
 * `unreachable` or `tls-failed`; one that may have arrived is `timed-out` or `connection-lost`.
 */
export function transportFailure(error: unknown, request: FailedRequest): DeskFailure {
  if (error instanceof DeskFailure) return error;
  const { purpose, host } = request;
  const code = codeOf(error);
  const options = { detail: code, cause: error };
  if (error instanceof AbortError || code === 'ERR_ABORTED' || code === 'ABORT_ERR') {
    return failure('canceled', 'Canceled.', { cause: error });
  }
  // An invalid header or URL is rejected before anything is sent.
  if (!(error instanceof RequestError) || error.cause instanceof TypeError) {
    return failure('internal', `Couldn’t ${purpose}: invalid request to ${host}.`, {
      ...options,
      detail: error instanceof Error ? error.name : 'unknown',
    });
  }
  const isTimeUp = error instanceof TimeoutError || code === 'ETIMEDOUT';
  if (request.mayHaveLeft) {
    return isTimeUp
      ? failure(
          'timed-out',
          `Couldn’t ${purpose}: ${host} didn’t respond within ${request.timeoutSeconds} s. Try again, or increase the timeout in Settings.`,
          options,
        )
      : failure(
          'connection-lost',
          `Couldn’t ${purpose}: the connection to ${host} was lost. Try again.`,
          options,
        );
  }
  if (tlsCode.test(code)) {
    return failure(
      'tls-failed',
      `Couldn’t ${purpose}: the certificate of ${host} isn’t trusted. If your organization has its own certificate authority, add its certificate in Settings.`,
      options,
    );
  }
  if (code === 'ERR_PROXY_TUNNEL' || code === 'ERR_PROXY_INVALID_CONFIG') {
    return failure(
      'unreachable',
      `Couldn’t ${purpose}: the proxy blocked the connection to ${host}. Check the proxy in Settings.`,
      options,
    );
  }
  const problem = isTimeUp
    ? `didn’t accept a connection within ${request.timeoutSeconds} s`
    : 'cannot be reached';
  return failure(
    'unreachable',
    `Couldn’t ${purpose}: ${host} ${problem}. Check your network and the proxy in Settings, then try again.`,
    options,
  );
}

/** True if a proxy required authentication to open a tunnel (RFC 9110, 15.5.8). */
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
    `Couldn’t ${purpose}: the proxy ${new URL(proxy).host} requires a username and password. Enter them in Settings.`,
    { cause: error },
  );
}

const schemeNames: Readonly<Record<string, string>> = {
  negotiate: 'Negotiate',
  ntlm: 'NTLM',
  digest: 'Digest',
  bearer: 'Bearer',
};

/** For a proxy that offers no Basic authentication: it never gets the password. */
export function proxySchemeFailure(
  error: unknown,
  {
    purpose,
    proxy,
    schemes,
  }: { readonly purpose: string; readonly proxy: string; readonly schemes: readonly string[] },
): DeskFailure {
  const offered =
    schemes.length === 0
      ? 'names no authentication scheme'
      : `offers only ${formatList(schemes.map((scheme) => schemeNames[scheme] ?? scheme))}`;
  return failure(
    'proxy-scheme-unsupported',
    `Couldn’t ${purpose}: the proxy ${new URL(proxy).host} ${offered}; Tenant Desk supports Basic. In Settings, enter a local proxy that signs in for you, such as Px.`,
    { cause: error },
  );
}

/** Errors of Undici, Node and got have a code, sometimes only in the cause. */
function codeOf(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && current.code !== 'ERR_GOT_REQUEST_ERROR') {
      return current.code;
    }
  }
  return error instanceof Error ? error.name : 'unknown';
}
