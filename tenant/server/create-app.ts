import type { Server } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { limitConnections } from './connection-limit.ts';
import { rejectEarly } from './early-rejection.ts';
import { withoutPrivatePath } from '../http/private-path.ts';
import { isAnalyticsTarget, secureResponses } from '../http/security-headers.ts';
import { createClientErrorHandler } from './unreadable-requests.ts';
import { failureEnvelope, sendEnvelope } from '../requests/envelope.ts';

/** Maximum body size in bytes for unauthenticated callers: a form with a name and a password. */
export const UNAUTHENTICATED_BODY_BYTES = 4096;

/**
 * The routes of one tenant on a server that is already listening. Paths match regardless of case and a
 * trailing slash, because real tenants and their clients do (compatibility: "request forms").
 */
export function createApp(server: Server): FastifyInstance {
  secureResponses(server);
  const app = Fastify({
    serverFactory: (handler) => server.on('request', handler),
    // Routes that check a token or a session before the body is read accept more.
    bodyLimit: UNAUTHENTICATED_BODY_BYTES,
    rewriteUrl: withoutPrivatePath,
    clientErrorHandler: createClientErrorHandler(server),
    // Requests that can't be parsed at all: an invalid URL.
    frameworkErrors: (_error, request, reply) => {
      const message = 'The URL of the request is invalid.';
      if (isAnalyticsTarget(request.originalUrl))
        rejectEarly(request, reply, { status: 400, code: 'invalid_request', message });
      else sendEnvelope(reply, failureEnvelope({ errorId: 'InvalidRequest', message }), 400);
    },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
  });
  limitConnections(app, server);
  // Node would answer these itself, without our headers.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  app.addHook('onRequest', async (request, reply) => {
    const { expect } = request.headers;
    if (expect === undefined || /^100-continue$/i.test(expect)) return;
    const message = 'Only the expectation 100-continue is supported. Send the request without Expect.';
    return rejectEarly(request, reply, { status: 417, code: 'invalid_request', message });
  });
  return app;
}
