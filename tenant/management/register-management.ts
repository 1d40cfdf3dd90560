import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearerChallenge, bearerRejectionMessage, checkBearer } from '../http/bearer.ts';
import { rejectEarly } from '../server/early-rejection.ts';
import { isAnalyticsTarget } from '../http/security-headers.ts';
import type { AccessTokenClaims, TenantContext } from '../context/tenant-context.ts';
import { failureEnvelope, OperationFailure, sendEnvelope, successEnvelope } from '../requests/envelope.ts';
import { parseJsonBody } from './json-body.ts';
import { JsonText } from '../requests/json-text.ts';
import type { Operation } from '../http/operation.ts';
import { notAnObject, readMembers } from '../requests/request-members.ts';
import type { RightCheck } from '../requests/rights.ts';
import { formatExact } from '../../languages/json/format-exact.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: AccessTokenClaims | null;
  }
}

/** Maximum request body in bytes: enough for a script or an icon. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Adds the management API: every operation is a POST with a bearer token and responds with the envelope. */
export function registerManagement(
  app: FastifyInstance,
  context: TenantContext,
  operations: readonly Operation[],
): void {
  app.register(async (scope) => {
    acceptManagementBodies(scope);
    sendFailuresAsEnvelopes(scope);
    scope.decorateRequest('caller', null);
    scope.addHook('onRequest', async (request, reply) => {
      const bearer = await checkBearer(context, request);
      if (bearer.state === 'accepted') {
        request.caller = bearer.claims;
        return;
      }
      const challenge = bearerChallenge[bearer.state];
      if (challenge !== undefined) reply.header('www-authenticate', challenge);
      const message = bearerRejectionMessage(bearer);
      // A valid token without the required scope or right gets a failed operation (compatibility:
      // "failures").
      return bearer.state === 'out-of-scope' || bearer.state === 'no-right'
        ? sendEnvelope(reply, failureEnvelope({ errorId: 'NotAuthorized', message }))
        : sendEnvelope(reply, failureEnvelope({ errorId: 'Unauthorized', message }), 401);
    });
    for (const operation of operations) addOperation(scope, operation, context.hasRight);
  });
}

/**
 * Unknown paths and methods get 404 with the envelope, whatever their body, so that API clients can read the
 * reason.
 */
export function respondToUnknownPaths(app: FastifyInstance): void {
  const notFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const what = `${request.method} ${request.url.split('?')[0] ?? ''} not found.`;
    // The router determines the scope of an unknown path by only one of its spellings.
    if (isAnalyticsTarget(request.originalUrl))
      return rejectEarly(request, reply, { status: 404, code: 'not_found', message: what });
    const message = `${what} Management operations use POST.`;
    return sendEnvelope(reply, failureEnvelope({ errorId: 'EndpointNotFound', message }), 404);
  };
  app.setNotFoundHandler(notFound);
  app.setErrorHandler((error: FastifyError, request, reply) =>
    request.is404 ? notFound(request, reply) : respondWithFailure(error, reply),
  );
}

function addOperation(scope: FastifyInstance, operation: Operation, hasRight: RightCheck): void {
  const access = { kind: 'token', ...(operation.rights && { rights: operation.rights }) } as const;
  scope.post(operation.path, { config: { access } }, async (request, reply) => {
    if (request.caller === null) throw new Error('The bearer check did not run.');
    const { caller } = request;
    // Some clients send `null` if all members are in the query string.
    const isNoRequest = request.body === null && readMembers(request.query, undefined).isEmpty();
    if (isNoRequest && operation.membersOptional !== true) throw notAnObject();
    const members = readMembers(request.query, request.body);
    const result: unknown = await operation.run({
      members,
      caller,
      hasRight: (right) => hasRight(caller.subject, right),
      failingItem: request.failingBatchItem,
    });
    return sendEnvelope(
      reply,
      result instanceof JsonText ? result.envelope() : successEnvelope(formatExact(result ?? null)),
    );
  });
}

function acceptManagementBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  // Clients often send the wrong content type: any JSON or text type is parsed as JSON.
  scope.addContentTypeParser(
    /^(application\/([\w.+-]*\+)?json|text\/(json|plain))\b/i,
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (_request, body, done) => {
      const parsed = parseJsonBody(String(body));
      if (parsed.ok) done(null, parsed.value);
      else done(Object.assign(new Error(parsed.message), { statusCode: 400, code: parsed.errorId }));
    },
  );
  scope.addContentTypeParser(
    /^application\/x-www-form-urlencoded\b/i,
    { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))));
    },
  );
}

function sendFailuresAsEnvelopes(scope: FastifyInstance): void {
  scope.setErrorHandler((error: FastifyError | OperationFailure, _request, reply) =>
    respondWithFailure(error, reply),
  );
}

/**
 * A failed operation is HTTP 200 with `success: false`; a request that never reached one gets its 4xx
 * (compatibility: "failures").
 */
function respondWithFailure(error: FastifyError | OperationFailure, reply: FastifyReply): FastifyReply {
  if (error instanceof OperationFailure) return sendEnvelope(reply, failureEnvelope(error));
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500)
    return sendEnvelope(reply, failureEnvelope(transportFailure(error)), status);
  process.stderr.write(`A management operation failed: ${error.stack ?? error.message}\n`);
  return sendEnvelope(
    reply,
    failureEnvelope({ errorId: 'InternalError', message: 'Internal error. See the log of the tenant.' }),
    500,
  );
}

function transportFailure(error: FastifyError): { errorId: string; message: string } {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return { errorId: 'RequestTooLarge', message: 'The request body is too large.' };
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return { errorId: 'UnsupportedMediaType', message: 'Send the request body as application/json.' };
  if (error.code === 'InvalidJson' || error.code === 'JsonTooDeep')
    return { errorId: error.code, message: error.message };
  return { errorId: 'InvalidRequest', message: "The request couldn't be parsed." };
}
