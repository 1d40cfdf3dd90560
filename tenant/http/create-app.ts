import type { Server } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { limitConnections } from './connection-limit.ts';
import { withoutPrivatePath } from './private-path.ts';
import { failureEnvelope, sendEnvelope } from '../management/envelope.ts';

/** Largest body, in bytes, of somebody who has proven nothing: a form with a name and a password. */
export const UNPROVEN_BODY_BYTES = 4096;

/**
 * The routes of one tenant on a server that listens already. Paths match in any case and with or without a
 * trailing slash, because real tenants and their clients do (compatibility: "request forms").
 */
export function createApp(server: Server): FastifyInstance {
  const app = Fastify({
    serverFactory: (handler) => server.on('request', handler),
    // Routes that check a token or a session before the body is read take more.
    bodyLimit: UNPROVEN_BODY_BYTES,
    rewriteUrl: withoutPrivatePath,
    // What cannot be read as a request at all: an address that is none.
    frameworkErrors: (_error, _request, reply) => {
      sendEnvelope(
        reply,
        failureEnvelope({ errorId: 'InvalidRequest', message: 'The address of the request is not valid.' }),
        400,
      );
    },
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
  });
  limitConnections(app, server);
  return app;
}
