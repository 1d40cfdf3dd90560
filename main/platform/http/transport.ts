import type { Request } from 'got';
import got from 'got';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { failure } from '../failure.ts';
import type { Agents } from './agents.ts';
import { closeIdle, createAgents, destroy, retire } from './agents.ts';
import { joinChunks } from './join-chunks.ts';
import { watchDeparture } from './transport-failure.ts';
import { isSecureAddress } from './loopback.ts';
import type { NetworkSettings } from './network-settings.ts';
import { transportFailure } from './transport-failure.ts';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
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
 * `timed-out`, `response-too-large` or `cancelled`.
 */
export interface Transport {
  send(request: HttpRequest): Promise<HttpAnswer>;
  configure(settings: NetworkSettings): void;
  close(): void;
}

export function createTransport(initial: NetworkSettings, userAgent: string): Transport {
  let settings = initial;
  let agents: Agents = createAgents(initial);

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
      if (isAborted(request)) throw failure('cancelled', 'Cancelled.');
      for (let mayRepeat = request.isRead === true; ; mayRepeat = false) {
        const stream = open(request, agents, timeoutSeconds, userAgent);
        const departure = watchDeparture(stream);
        try {
          return await readAnswer(stream, request);
        } catch (error) {
          if (isAborted(request)) throw failure('cancelled', 'Cancelled.', { cause: error });
          if (mayRepeat && departure.metDeadConnection(error)) {
            // The others have idled as long: only a new connection tells whether the host is there.
            closeIdle(agents);
            continue;
          }
          const mayHaveLeft = departure.mayHaveLeft();
          throw transportFailure(error, { purpose: request.purpose, host, mayHaveLeft, timeoutSeconds });
        }
      }
    },
    configure(next) {
      const old = agents;
      agents = createAgents(next);
      settings = next;
      retire(old);
    },
    close() {
      destroy(agents);
    },
  };
}

function isAborted({ signal }: HttpRequest): boolean {
  return signal.aborted;
}

function open(request: HttpRequest, agents: Agents, timeoutSeconds: number, userAgent: string): Request {
  return got.stream(request.url, {
    method: request.method,
    headers: { 'user-agent': userAgent, ...request.headers },
    ...(request.method === 'GET' ? {} : { body: request.body ?? '' }),
    agent: agents,
    signal: request.signal,
    timeout: { request: timeoutSeconds * 1000 },
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
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
        `Could not ${request.purpose}: the answer of ${hostOf(request.url)} is larger than ${Math.round(request.maxBytes / 1024 / 1024)} MB.`,
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
