import type { CallContext } from '../../../contract/methods.ts';
import { DeskFailure } from '../../../contract/desk-failure.ts';
import type { TenantProfile } from '../../../contract/tenants.ts';
import { failure } from '../../platform/failure.ts';
import type { Log } from '../../platform/log/log.ts';
import type { TenantDirectory } from '../tenant-directory.ts';
import type { AccessTokens } from './access-tokens.ts';
import { failureOfStatus } from './answer-failure.ts';
import type { Connectivity } from './connectivity.ts';
import { isManagementRead } from './is-read.ts';
import { readEnvelope } from './management-envelope.ts';
import { multipartFile } from './multipart-file.ts';
import { readJson } from './read-json.ts';
import { readBody } from './read-body.ts';
import { requestHeaders } from './request-headers.ts';
import { retryAfterSeconds } from './retry-after.ts';
import type { AnalyticsCall, TenantClient } from './tenant-client.ts';
import type { HttpAnswer, HttpRequest, Transport } from '../../platform/http/transport.ts';
import { wait } from './wait.ts';
import { withoutToken } from './without-token.ts';

/** Largest JSON answer that is read, in bytes. */
const maxJsonBytes = 64 * 1024 * 1024;
/** A read is tried this often in all while the tenant asks to come back later. */
const maxTries = 3;
/** Longest wait that a `Retry-After` may cost a waiting person. */
const maxWaitSeconds = 10;

export interface TenantClientDependencies {
  readonly transport: Transport;
  readonly tenants: TenantDirectory;
  readonly tokens: AccessTokens;
  readonly connectivity: Connectivity;
  readonly log: Log;
  readonly now: () => number;
}

/** A request without its token, which `send` adds anew for each try. */
interface Outgoing {
  readonly profile: TenantProfile;
  readonly request: Omit<HttpRequest, 'signal'>;
  /** May be sent again when the tenant asks to come back later. */
  readonly isRead: boolean;
  /** The answer is a file, which is nobody's to change. */
  readonly isFile?: true;
}

export function createTenantClient(dependencies: TenantClientDependencies): TenantClient {
  const { tenants, now } = dependencies;

  async function send(outgoing: Outgoing, context: CallContext): Promise<HttpAnswer> {
    const { profile, request } = outgoing;
    const call = { purpose: request.purpose, tenantName: profile.name, now: now() };
    const answer = await sendPatiently(dependencies, outgoing, context);
    const failed = failureOfStatus(answer, call);
    if (failed !== undefined) throw failed;
    return answer;
  }

  function analyticsRequest(
    base: string,
    profile: TenantProfile,
    call: Pick<AnalyticsCall<never>, 'method' | 'path' | 'json' | 'file' | 'purpose'>,
  ): Outgoing {
    const { method, purpose } = call;
    const payload =
      call.file !== undefined
        ? multipartFile(call.file)
        : call.json === undefined
          ? { headers: {} }
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(call.json) };
    return {
      profile,
      isRead: method === 'GET',
      request: { method, url: base + call.path, purpose, maxBytes: maxJsonBytes, ...payload },
    };
  }

  return {
    manage: (call, context) =>
      withRequestId(context, async () => {
        const profile = tenants.get(call.tenantId);
        const answer = await send(
          {
            profile,
            isRead: isManagementRead(call.path, call.body),
            request: {
              method: 'POST',
              url: withoutSlash(profile.baseUrl) + call.path,
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify(call.body ?? {}),
              maxBytes: maxJsonBytes,
              purpose: call.purpose,
            },
          },
          context,
        );
        const read = { purpose: call.purpose, tenantName: profile.name };
        return readEnvelope(readJson(answer, read), call.result, read);
      }),

    analytics: (call, context) =>
      withRequestId(context, async () => {
        const profile = tenants.get(call.tenantId);
        const answer = await send(
          analyticsRequest(withoutSlash(profile.analyticsUrl), profile, call),
          context,
        );
        return readBody(answer, call.response, { purpose: call.purpose, tenantName: profile.name });
      }),

    analyticsBytes: (call, context) =>
      withRequestId(context, async () => {
        const profile = tenants.get(call.tenantId);
        const outgoing = analyticsRequest(withoutSlash(profile.analyticsUrl), profile, call);
        const { maxBytes } = call;
        const answer = await send(
          { ...outgoing, isFile: true, request: { ...outgoing.request, maxBytes } },
          context,
        );
        return answer.body;
      }),

    sandbox: (call, context) =>
      withRequestId(context, async () => {
        const profile = tenants.get(call.tenantId);
        if (!profile.isSandbox) {
          throw failure('not-found', `${profile.name} is not an embedded tenant and has no such control.`);
        }
        const answer = await send(analyticsRequest(withoutSlash(profile.baseUrl), profile, call), context);
        return readBody(answer, call.response, { purpose: call.purpose, tenantName: profile.name });
      }),
  };
}

/** Sends with a token, once more with another one after 401, and reads again after `Retry-After`. */
async function sendPatiently(
  dependencies: TenantClientDependencies,
  outgoing: Outgoing,
  context: CallContext,
): Promise<HttpAnswer> {
  const { tokens, now } = dependencies;
  const { profile, request } = outgoing;
  let token = await tokens.get(profile.id, context.signal);
  let hasNewToken = false;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sendOnce(dependencies, outgoing, token, context);
    if (answer.status === 401 && !lacksScope(answer)) {
      if (hasNewToken) throw notAccepted(profile, request.purpose);
      token = await tokens.replace(profile.id, token, context.signal);
      hasNewToken = true;
      continue;
    }
    if (!outgoing.isRead || attempt >= maxTries || (answer.status !== 429 && answer.status !== 503))
      return answer;
    const seconds = retryAfterSeconds(answer.headers['retry-after'], now()) ?? attempt;
    if (seconds > maxWaitSeconds) return answer;
    await wait(seconds * 1000, context.signal);
  }
}

async function sendOnce(
  { transport, connectivity, log, now }: TenantClientDependencies,
  { profile, request, isFile }: Outgoing,
  token: string,
  { signal, requestId }: CallContext,
): Promise<HttpAnswer> {
  const startedAt = now();
  const note = (level: 'info' | 'warning', outcome: Record<string, unknown>): void =>
    log.write(level, 'request.done', {
      requestId,
      tenantId: profile.id,
      method: request.method,
      url: request.url,
      durationMs: now() - startedAt,
      ...outcome,
    });
  try {
    const headers = requestHeaders(profile, request.headers, token, requestId);
    const answer = await transport.send({ ...request, headers, signal });
    connectivity.answered(profile.id);
    note(answer.status < 400 ? 'info' : 'warning', { status: answer.status, bytes: answer.body.byteLength });
    return isFile === true && answer.status < 400 ? answer : withoutToken(answer, token);
  } catch (error) {
    if (error instanceof DeskFailure) {
      connectivity.failed(profile.id, error);
      note('warning', { errorCode: error.code, detail: error.error.detail });
    }
    throw error;
  }
}

/** The token is good but not for this: another one of the same sign-in would not do either. Source: RFC 6750, 3.1. */
function lacksScope(answer: HttpAnswer): boolean {
  return /error="?insufficient_scope/i.test(answer.headers['www-authenticate'] ?? '');
}

function notAccepted(profile: TenantProfile, purpose: string): DeskFailure {
  return failure(
    'session-expired',
    `Could not ${purpose}: ${profile.name} does not accept the sign-in (any longer). Sign in again; your drafts are kept.`,
  );
}

/** Every failure says which call it belongs to, so that it can be found in the log. */
async function withRequestId<Result>(context: CallContext, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DeskFailure) || error.error.requestId !== '') throw error;
    throw new DeskFailure({ ...error.error, requestId: context.requestId }, { cause: error });
  }
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
