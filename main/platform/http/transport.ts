import type { Got, Request } from 'got';
import got from 'got';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { isOffline } from '../../../contract/errors/errors.ts';
import { failure } from '../errors/failure.ts';
import { formatBytes } from '../../../languages/text/intl.ts';
import type { AgentPools } from './agent-pools.ts';
import { createAgentPools } from './agent-pools.ts';
import type { Agent } from './agents.ts';
import { closeIdle } from './agents.ts';
import type { FindProxy } from './find-proxy.ts';
import { noProxy } from './find-proxy.ts';
import { joinChunks } from './join-chunks.ts';
import { isLoopback, isSecureAddress } from '../../../contract/schema/loopback.ts';
import type { NetworkSettings } from './network-settings.ts';
import type { ProxyLogin, ProxyLogins } from './proxy-logins.ts';
import { readProxySchemes } from './proxy-schemes.ts';
import {
  asksForProxyLogin,
  proxyLoginFailure,
  proxySchemeFailure,
  transportFailure,
  watchDeparture,
} from './transport-failure.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
  /** Limit of the response body, after decompression. */
  readonly maxBytes: number;
  /** The operation, for messages: `read the script of Payroll`. */
  readonly purpose: string;
  /** A shorter timeout than in the settings, if the user isn't waiting for the response. */
  readonly timeoutSeconds?: number;
  /** True for a request without side effects: it may be repeated once if a keep-alive connection was dead. */
  readonly isRead?: boolean;
  /** True to get the facts of the connection in `HttpResponse.tls`. */
  readonly wantsTls?: boolean;
}

export interface TlsFacts {
  /** Such as `TLSv1.3`. */
  readonly protocol: string;
  /** When the certificate expires, in milliseconds since the epoch. */
  readonly validUntil: number;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  /** Present over https, on request. */
  readonly tls?: TlsFacts;
}

/**
 * The only place that sends requests: proxy, certificates, timeouts, size limits and connection reuse. Follows no redirects, stores
 * no cookies, and only retries a read on a keep-alive connection that the server had closed (RFC 9110, 9.2.2; RFC 9112, 9.3.1).
 * Any status is a result; without a response it throws a `DeskFailure`: `unreachable` or `tls-failed` if the request was certainly
 * never sent, otherwise `connection-lost`, `timed-out`, `response-too-large` or `cancelled`.
 */
export interface Transport {
  send(request: HttpRequest): Promise<HttpResponse>;
  configure(settings: NetworkSettings): void;
  close(): void;
}

export interface TransportParts {
  /** Used if the settings have no proxy. */
  readonly systemProxy?: FindProxy | undefined;
  readonly proxyLogins?: Pick<ProxyLogins, 'requested' | 'known'>;
}

/** A request that a proxy rejected because of its credentials. */
interface AskingProxy {
  readonly proxy: string;
  readonly sent: ProxyLogin | undefined;
  readonly request: HttpRequest;
  readonly error: unknown;
}

export function createTransport(
  initial: NetworkSettings,
  userAgent: string,
  { systemProxy = noProxy, proxyLogins }: TransportParts = {},
): Transport {
  let settings = initial;
  let pools: AgentPools = createAgentPools(initial);
  const loginFor = createProxyLogin(proxyLogins, () => pools);
  // Shared options: validating and merging them took a quarter of a request's CPU time.
  const client = got.extend({
    headers: { 'user-agent': userAgent },
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
  });

  /** Servers on this machine, such as the embedded tenants, are accessed without a proxy. */
  async function proxyFor(url: string): Promise<string | undefined> {
    const target = new URL(url);
    if (isLoopback(target)) return undefined;
    return settings.proxyUrl === '' ? systemProxy(target) : settings.proxyUrl;
  }

  return {
    async send(request) {
      const timeoutSeconds = Math.min(request.timeoutSeconds ?? Infinity, settings.requestTimeoutSeconds);
      const host = hostOf(request.url);
      if (!isSecureAddress(request.url)) {
        throw failure(
          'unreachable',
          `Couldn’t ${request.purpose}: ${host} is not an https URL. Plain http is only allowed on this machine.`,
          { retryable: false },
        );
      }
      const proxy = await proxyFor(request.url);
      let login = proxy === undefined ? undefined : proxyLogins?.known(proxy);
      let mayRepeat = request.isRead === true;
      for (;;) {
        // Finding the proxy may have taken a while.
        if (isAborted(request)) throw failure('canceled', 'Canceled.');
        const agent = isHttps(request.url) ? pools.secure(proxy, login) : pools.plain();
        const stream = open(client, request, agent, timeoutSeconds);
        // A cancellation at the end of the response may come after the last read: without a listener it would crash the app.
        stream.on('error', () => undefined);
        const departure = watchDeparture(stream);
        try {
          return await readResponse(stream, request);
        } catch (error) {
          if (isAborted(request)) throw failure('canceled', 'Canceled.', { cause: error });
          if (mayRepeat && departure.metDeadConnection(error)) {
            // Other idle connections are probably dead, too: only a new one shows whether the host is reachable.
            closeIdle(agent);
            mayRepeat = false;
            continue;
          }
          if (proxy !== undefined && asksForProxyLogin(error)) {
            // Nothing was sent: the proxy opened no tunnel.
            login = await loginFor({ proxy, sent: login, request, error });
            continue;
          }
          const mayHaveLeft = departure.mayHaveLeft();
          const failed = transportFailure(error, {
            purpose: request.purpose,
            host,
            mayHaveLeft,
            timeoutSeconds,
          });
          throw settings.proxyUrl === '' ? withProxyProblems(failed, systemProxy) : failed;
        }
      }
    },
    configure(next) {
      const old = pools;
      pools = createAgentPools(next);
      settings = next;
      old.retire();
    },
    close() {
      pools.destroy();
    },
  };
}

/** Returns a function that finds the credentials for a proxy that required some. */
function createProxyLogin(proxyLogins: TransportParts['proxyLogins'], pools: () => AgentPools) {
  /** URLs of proxies that offered Basic authentication. */
  const offersBasic = new Set<string>();

  /** Throws what the user has to do. */
  return async function loginFor({ proxy, sent, request, error }: AskingProxy): Promise<ProxyLogin> {
    const { purpose, signal } = request;
    const target = new URL(request.url);
    if (sent === undefined && !offersBasic.has(proxy)) {
      const { secureContext } = pools();
      const schemes = await readProxySchemes({ proxy, target, secureContext, signal }).catch(
        (): readonly string[] => [],
      );
      if (isAborted(request)) throw failure('canceled', 'Canceled.');
      if (!schemes.includes('basic')) throw proxySchemeFailure(error, { purpose, proxy, schemes });
      offersBasic.add(proxy);
    }
    const login = await proxyLogins?.requested(proxy, sent);
    if (login === undefined) throw proxyLoginFailure(error, { purpose, proxy });
    return login;
  };
}

/** An ignored proxy setting may be the reason why a tenant can't be reached. */
function withProxyProblems(failed: DeskFailure, { problems = [] }: FindProxy): DeskFailure {
  const { code, message, detail, retryable } = failed.error;
  if (problems.length === 0 || !isOffline(code)) return failed;
  return failure(code, [message, ...problems].join(' '), {
    ...(detail === undefined ? {} : { detail }),
    retryable,
    cause: failed.cause,
  });
}

function isAborted({ signal }: HttpRequest): boolean {
  return signal.aborted;
}

function isHttps(url: string): boolean {
  return new URL(url).protocol === 'https:';
}

function open(client: Got, request: HttpRequest, agent: Agent, timeoutSeconds: number): Request {
  return client.stream(request.url, {
    method: request.method,
    headers: request.headers,
    ...(request.method === 'GET' ? {} : { body: request.body ?? '' }),
    agent,
    signal: request.signal,
    timeout: { request: timeoutSeconds * 1000 },
  });
}

async function readResponse(stream: Request, request: HttpRequest): Promise<HttpResponse> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let response: IncomingMessage | undefined;
  let tls: TlsFacts | undefined;
  stream.once('response', (incoming: IncomingMessage) => {
    response = incoming;
    if (request.wantsTls === true) tls = tlsFactsOf(incoming.socket);
  });
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > request.maxBytes) {
      stream.destroy();
      throw failure(
        'response-too-large',
        `Couldn’t ${request.purpose}: the response of ${hostOf(request.url)} is larger than ${formatBytes(request.maxBytes, 'up')}.`,
      );
    }
    chunks.push(chunk);
  }
  if (response?.statusCode === undefined) throw new Error('The stream ended without a response.');
  const body = await joinChunks(chunks, size);
  return {
    status: response.statusCode,
    headers: response.headers,
    body,
    ...(tls === undefined ? {} : { tls }),
  };
}

function tlsFactsOf(socket: Socket): TlsFacts | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const validUntil = Date.parse(socket.getPeerCertificate().valid_to);
  return Number.isNaN(validUntil) ? undefined : { protocol: socket.getProtocol() ?? 'TLS', validUntil };
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'the URL';
}
