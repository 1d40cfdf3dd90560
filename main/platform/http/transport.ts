import type { Got, Request } from 'got';
import got from 'got';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
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
import { isLoopback, isSecureAddress } from './loopback.ts';
import type { NetworkSettings } from './network-settings.ts';
import type { ProxyLogins } from './proxy-logins.ts';
import {
  asksForProxyLogin,
  proxyLoginFailure,
  transportFailure,
  watchDeparture,
} from './transport-failure.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
  /** Of the answer's body, after decompression. */
  readonly maxBytes: number;
  /** What is being done, for messages: `read the script of Payroll`. */
  readonly purpose: string;
  /** Less than the settings say, where a person is not waiting for the answer. */
  readonly timeoutSeconds?: number;
  /** True of a request that changes nothing: it may be sent once more where an idle connection turned out to be dead. */
  readonly isRead?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

/**
 * The one place from which requests leave: proxy, certificates, timeouts, size limits and connection reuse.
 * Follows no redirect, keeps no cookie, and retries nothing but a read that went to a connection which the other side
 * had closed while it was idle (RFC 9110, 9.2.2; RFC 9112, 9.3.1). Any status is an answer; no answer is a `DeskFailure`: `unreachable` or `tls-failed` when the request certainly never left, and otherwise `connection-lost`,
 * `timed-out`, `response-too-large` or `canceled`.
 */
export interface Transport {
  send(request: HttpRequest): Promise<HttpAnswer>;
  configure(settings: NetworkSettings): void;
  close(): void;
}

export interface TransportParts {
  /** Asked where the settings name no proxy. */
  readonly systemProxy?: FindProxy | undefined;
  readonly proxyLogins?: Pick<ProxyLogins, 'asked' | 'known'>;
}

export function createTransport(
  initial: NetworkSettings,
  userAgent: string,
  { systemProxy = noProxy, proxyLogins }: TransportParts = {},
): Transport {
  let settings = initial;
  let pools: AgentPools = createAgentPools(initial);
  // What is the same for all is said once: to check and merge it took a quarter of a request's processor time.
  const client = got.extend({
    headers: { 'user-agent': userAgent },
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
  });

  /** What is on this machine, the embedded tenants for example, is reached without a proxy. */
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
          `Could not ${request.purpose}: ${host} is not an https address. Plain http is used on this machine only.`,
          { retryable: false },
        );
      }
      const proxy = await proxyFor(request.url);
      let login = proxy === undefined ? undefined : proxyLogins?.known(proxy);
      let mayRepeat = request.isRead === true;
      for (;;) {
        // To find the proxy may have taken a while.
        if (isAborted(request)) throw failure('canceled', 'Canceled.');
        const agent = isHttps(request.url) ? pools.secure(proxy, login) : pools.plain();
        const stream = open(client, request, agent, timeoutSeconds);
        // A cancellation that crosses the end of the answer comes when nobody reads any more: it must not end the program.
        stream.on('error', () => undefined);
        const departure = watchDeparture(stream);
        try {
          return await readAnswer(stream, request);
        } catch (error) {
          if (isAborted(request)) throw failure('canceled', 'Canceled.', { cause: error });
          if (mayRepeat && departure.metDeadConnection(error)) {
            // The others have idled as long: only a new connection tells whether the host is there.
            closeIdle(agent);
            mayRepeat = false;
            continue;
          }
          if (proxy !== undefined && asksForProxyLogin(error)) {
            // Nothing has left: the proxy opened no tunnel.
            login = await proxyLogins?.asked(proxy, login);
            if (login !== undefined) continue;
            throw proxyLoginFailure(error, { purpose: request.purpose, proxy });
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

/** A tenant that cannot be reached may be one that is reached through a proxy whose setting was ignored. */
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

async function readAnswer(stream: Request, request: HttpRequest): Promise<HttpAnswer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let response: IncomingMessage | undefined;
  stream.once('response', (incoming: IncomingMessage) => {
    response = incoming;
  });
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > request.maxBytes) {
      stream.destroy();
      throw failure(
        'response-too-large',
        `Could not ${request.purpose}: the answer of ${hostOf(request.url)} is larger than ${formatBytes(request.maxBytes, 'up')}.`,
      );
    }
    chunks.push(chunk);
  }
  if (response?.statusCode === undefined) throw new Error('The stream ended without an answer.');
  const body = await joinChunks(chunks, size);
  return { status: response.statusCode, headers: response.headers, body };
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'the address';
}
