import type { CallContext } from '../../../contract/bridge/methods.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { HttpAnswer, Transport } from '../../platform/http/transport.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Connectivity } from './connectivity.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import { requestHeaders } from './outgoing-request.ts';
import { withoutToken } from './without-token.ts';
import { retryAfterSeconds } from './retry-after.ts';

/** A request is sent this often in all while the tenant asks to come back later. */
const maxTries = 3;
/** Longest wait that a `Retry-After` may cost: a person waits for a read, and a run for a write. */
const maxWaitSeconds = { read: 10, write: 60 } as const;

/** Where the tenant client gets its tokens. Tokens never leave main, and never enter a message or the log. */
export interface AccessTokens {
  /**
   * A token that is not about to end, refreshed first if need be. Throws `signed-out`, `session-expired`, or why it
   * could not be refreshed now; nothing was sent to the tenant's APIs then.
   */
  get(tenantId: string, signal: AbortSignal): Promise<string>;
  /**
   * A token other than the one that the tenant has just refused. Throws as `get`, and `session-expired` when there is
   * none to be had; the session is over then.
   */
  replace(tenantId: string, refused: string, signal: AbortSignal): Promise<string>;
}

export interface SendingParts {
  readonly transport: Transport;
  readonly tokens: AccessTokens;
  readonly connectivity: Connectivity;
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Waits so many milliseconds, or rejects with the signal's reason as soon as it aborts. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Sends with a token, once more with another one after 401, and again after `Retry-After` where the first try
 * certainly did nothing. The last answer is the answer, whatever its status.
 */
export async function sendWithRetries(
  parts: SendingParts,
  outgoing: OutgoingRequest,
  context: CallContext,
): Promise<HttpAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await sendWithToken(parts, outgoing, context);
    if (tries >= maxTries || !maySendAgain(outgoing, answer)) return answer;
    const seconds = retryAfterSeconds(answer.headers['retry-after'], parts.now()) ?? tries;
    if (seconds > maxWaitSeconds[outgoing.isRead ? 'read' : 'write']) return answer;
    await parts.wait(seconds * 1000, context.signal);
  }
}

/**
 * 429 says that the request was not taken, so that a write may go out again as well. 503 says nothing of the kind: a
 * gateway answers so while the tenant behind it carries the request out. Source: RFC 6585, section 4; RFC 9110, 15.6.4.
 */
function maySendAgain({ isRead }: OutgoingRequest, { status }: HttpAnswer): boolean {
  return status === 429 || (isRead && status === 503);
}

async function sendWithToken(
  parts: SendingParts,
  outgoing: OutgoingRequest,
  context: CallContext,
): Promise<HttpAnswer> {
  const { tokens } = parts;
  const { profile, request } = outgoing;
  const token = await tokens.get(profile.id, context.signal);
  const answer = await sendOnceWith(parts, outgoing, token, context);
  if (!isTokenRefused(answer)) return answer;
  const another = await tokens.replace(profile.id, token, context.signal);
  const second = await sendOnceWith(parts, outgoing, another, context);
  if (!isTokenRefused(second)) return second;
  throw failure(
    'session-expired',
    `Could not ${request.purpose}: ${profile.name} does not accept the sign-in (any longer). Sign in again; your drafts are kept.`,
  );
}

/**
 * A token that is good but not for this is not refused: another one of the same sign-in would not do either.
 * Source: RFC 6750, 3.1.
 */
function isTokenRefused({ status, headers }: HttpAnswer): boolean {
  return status === 401 && !/error="?insufficient_scope/i.test(headers['www-authenticate'] ?? '');
}

async function sendOnceWith(
  parts: SendingParts,
  outgoing: OutgoingRequest,
  token: string,
  context: CallContext,
): Promise<HttpAnswer> {
  const { profile, request, isFile } = outgoing;
  const headers = requestHeaders(profile, request.headers, token, context.requestId);
  const answer = await sendOnce(parts, { ...outgoing, request: { ...request, headers } }, context);
  return isFile === true && answer.status < 400 ? answer : await withoutToken(answer, token);
}

/** Sends a request as it is, and notes in the log what became of it. Throws as the transport does. */
export async function sendOnce(
  { transport, connectivity, log }: Omit<SendingParts, 'tokens' | 'wait'>,
  { profile, request, isRead }: OutgoingRequest,
  { signal, requestId }: CallContext,
): Promise<HttpAnswer> {
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
    const answer = await transport.send({ ...request, signal, isRead });
    connectivity.answered(profile.id);
    note(answer.status < 400 ? 'info' : 'warning', { status: answer.status, bytes: answer.body.byteLength });
    return answer;
  } catch (error) {
    if (error instanceof DeskFailure) {
      connectivity.failed(profile.id, error);
      note('warning', { errorCode: error.code, detail: error.error.detail });
    }
    throw error;
  }
}
