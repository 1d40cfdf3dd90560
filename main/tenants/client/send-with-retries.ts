import type { CallContext } from '../../../contract/bridge/methods.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { HttpResponse, Transport } from '../../platform/http/transport.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Connectivity } from './connectivity.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import { requestHeaders } from './outgoing-request.ts';
import { withoutToken } from './without-token.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** Maximum attempts while the tenant asks to retry later. */
const maxTries = 3;
/** Maximum accepted `Retry-After`: users wait for reads, runs wait for writes. */
const maxWaitSeconds = { read: 10, write: 60 } as const;

/** Provides tokens for the tenant client. Tokens never leave main, and never appear in a message or the log. */
export interface AccessTokens {
  /**
   * A token that isn't about to expire, refreshed if necessary. Throws `signed-out`, `session-expired`, or the refresh error; nothing
   * was sent to the tenant's APIs then.
   */
  get(tenantId: string, signal: AbortSignal): Promise<string>;
  /**
   * A token other than the one the tenant has just rejected. Throws like `get`, and `session-expired` if there is none; the session
   * has ended then.
   */
  replace(tenantId: string, rejected: string, signal: AbortSignal): Promise<string>;
}

export interface SendingParts {
  readonly transport: Transport;
  readonly tokens: AccessTokens;
  readonly connectivity: Connectivity;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Waits, or rejects with the signal's reason when it aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Sends with a token, retries with another token after a 401, and after `Retry-After` if the first attempt certainly had no effect.
 * Returns the last response with any status.
 */
export async function sendWithRetries(
  parts: SendingParts,
  outgoing: OutgoingRequest,
  context: CallContext,
): Promise<HttpResponse> {
  for (let tries = 1; ; tries += 1) {
    const response = await sendWithToken(parts, outgoing, context);
    if (tries >= maxTries || !maySendAgain(outgoing, response)) return response;
    const seconds = retryAfterSeconds(response.headers['retry-after'], parts.now()) ?? tries;
    if (seconds > maxWaitSeconds[outgoing.isRead ? 'read' : 'write']) return response;
    await parts.wait(seconds * 1000, context.signal);
  }
}

/**
 * 429 means that the request wasn't processed, so a write may be repeated, too. 503 doesn't: a gateway may send it while the tenant
 * behind it processes the request. Source: RFC 6585, section 4; RFC 9110, 15.6.4.
 */
function maySendAgain({ isRead }: OutgoingRequest, { status }: HttpResponse): boolean {
  return status === 429 || (isRead && status === 503);
}

async function sendWithToken(
  parts: SendingParts,
  outgoing: OutgoingRequest,
  context: CallContext,
): Promise<HttpResponse> {
  const { tokens } = parts;
  const { profile, request } = outgoing;
  const token = await tokens.get(profile.id, context.signal);
  const response = await sendOnceWith(parts, outgoing, token, context);
  if (!isTokenRejected(response)) return response;
  const another = await tokens.replace(profile.id, token, context.signal);
  const second = await sendOnceWith(parts, outgoing, another, context);
  if (!isTokenRejected(second)) return second;
  throw failure(
    'session-expired',
    `Couldn’t ${request.purpose}: your session for ${profile.name} is no longer valid. Sign in again. Drafts are saved.`,
  );
}

/**
 * A valid token with insufficient scope isn't rejected: another one of the same sign-in wouldn't help.
 * Source: RFC 6750, 3.1.
 */
function isTokenRejected({ status, headers }: HttpResponse): boolean {
  return status === 401 && !/error="?insufficient_scope/i.test(headers['www-authenticate'] ?? '');
}

async function sendOnceWith(
  parts: SendingParts,
  outgoing: OutgoingRequest,
  token: string,
  context: CallContext,
): Promise<HttpResponse> {
  const { profile, request, isFile } = outgoing;
  const headers = requestHeaders(profile, request.headers, token, context.requestId);
  const response = await sendOnce(parts, { ...outgoing, request: { ...request, headers } }, context);
  return isFile === true && response.status < 400 ? response : await withoutToken(response, token);
}

/** Sends a request unchanged, and logs the result. Throws like the transport. */
export async function sendOnce(
  { transport, connectivity, log }: Omit<SendingParts, 'tokens' | 'wait'>,
  { profile, request, isRead }: OutgoingRequest,
  { signal, requestId }: CallContext,
): Promise<HttpResponse> {
  const startedAt = performance.now();
  const note = (level: 'info' | 'warning', outcome: Record<string, unknown>): void =>
    log.write(level, 'request.done', {
      requestId,
      tenantId: profile.id,
      method: request.method,
      url: request.url,
      durationMs: Math.round(performance.now() - startedAt),
      ...outcome,
    });
  try {
    const response = await transport.send({ ...request, signal, isRead });
    connectivity.answered(profile.id);
    note(response.status < 400 ? 'info' : 'warning', {
      status: response.status,
      bytes: response.body.byteLength,
    });
    return response;
  } catch (error) {
    if (error instanceof DeskFailure) {
      connectivity.failed(profile.id, error);
      note('warning', { errorCode: error.code, detail: error.error.detail });
    }
    throw error;
  }
}
