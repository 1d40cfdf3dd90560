import type { CallContext } from '../../../contract/bridge/methods.ts';
import { DeskFailure } from '../../../contract/errors/desk-failure.ts';
import { provesNothing } from '../../../contract/errors/errors.ts';
import { failure } from '../../platform/errors/failure.ts';
import type { HttpResponse } from '../../platform/http/transport.ts';
import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { failureOfStatus } from './response-failure.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import { analyticsRequest, imageRequest, managementRequest, preflightRequest } from './outgoing-request.ts';
import type { ReadCall } from './read-response.ts';
import { readBody, readEnvelope } from './read-response.ts';
import { wait } from '../../platform/timing/waiting.ts';
import type { SendingParts } from './send-with-retries.ts';
import { sendOnce, sendWithRetries } from './send-with-retries.ts';
import type { RequestContext, TenantClient } from './tenant-client.ts';

export interface TenantClientParts extends Omit<SendingParts, 'wait'> {
  readonly tenants: TenantDirectory;
}

export function createTenantClient(parts: TenantClientParts): TenantClient {
  const { tenants, now } = parts;
  const sending: SendingParts = { ...parts, wait };

  /** Sends a request, and parses a successful response. */
  async function exchange<Result>(
    outgoing: OutgoingRequest,
    context: RequestContext,
    read: (response: HttpResponse, call: ReadCall) => Result | Promise<Result>,
  ): Promise<Result> {
    const call = {
      purpose: outgoing.request.purpose,
      tenantName: outgoing.profile.name,
      signal: context.signal,
    };
    context.onRequest?.({ isRead: outgoing.isRead });
    try {
      const response = await sendWithRetries(sending, outgoing, context);
      const failed = failureOfStatus(response, { ...call, now: now() });
      if (failed !== undefined) throw failed;
      return await read(response, call);
    } catch (error) {
      throw error instanceof DeskFailure ? failureOf(outgoing, context, error) : error;
    }
  }

  return {
    manage: async (call, context) => {
      const outgoing = managementRequest(tenants.get(call.tenantId), call);
      return await exchange(outgoing, context, (response, read) =>
        readEnvelope(response, call.result, { ...read, readJson: call.readJson }),
      );
    },

    analytics: async (call, context) => {
      const profile = tenants.get(call.tenantId);
      const outgoing = analyticsRequest(profile.analyticsUrl, profile, call);
      return await exchange(outgoing, context, (response, read) => readBody(response, call.response, read));
    },

    analyticsBytes: async (call, context) => {
      const profile = tenants.get(call.tenantId);
      const { request, ...outgoing } = analyticsRequest(profile.analyticsUrl, profile, call);
      const { maxBytes } = call;
      return await exchange(
        { ...outgoing, isFile: true, request: { ...request, maxBytes } },
        context,
        ({ body }) => body,
      );
    },

    image: async ({ tenantId, ...call }, context) => {
      const outgoing = imageRequest(tenants.get(tenantId), call);
      return outgoing === undefined ? undefined : await exchange(outgoing, context, ({ body }) => body);
    },

    preflight: async ({ tenantId, ...call }, context) => {
      const outgoing = preflightRequest(tenants.get(tenantId), call);
      try {
        return await sendOnce(sending, outgoing, context);
      } catch (error) {
        throw error instanceof DeskFailure ? failureOf(outgoing, context, error) : error;
      }
    },

    sandbox: async (call, context) => {
      const profile = tenants.get(call.tenantId);
      if (!profile.isSandbox) {
        throw failure('not-found', `${profile.name} is not an embedded tenant.`);
      }
      const outgoing = analyticsRequest(profile.baseUrl, profile, call);
      return await exchange(outgoing, context, (response, read) => readBody(response, call.response, read));
    },
  };
}

/**
 * Adds the request ID to a failure, to find it in the log, and a warning to a write with an unknown result, because "try again" alone
 * would be dangerous advice.
 */
function failureOf({ isRead }: OutgoingRequest, { requestId }: CallContext, cause: DeskFailure): DeskFailure {
  const { error } = cause;
  const isUnknown = !isRead && provesNothing(error.code) && error.code !== 'canceled';
  const message = isUnknown
    ? `${error.message} The change may have been applied; check before retrying.`
    : error.message;
  return new DeskFailure(
    { ...error, message, requestId: error.requestId === '' ? requestId : error.requestId },
    { cause },
  );
}
