import type { Server } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { withoutPrivatePath } from './private-path.ts';
import { failureEnvelope, sendEnvelope } from '../management/envelope.ts';

/** Largest request body in bytes: room for a script or an icon, not for a flood. */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/**
 * The routes of one tenant on a server that listens already. Paths match in any case and with or without a
 * trailing slash, because real tenants and their clients do (compatibility: "request forms").
 */
export function createApp(server: Server): FastifyInstance {
  return Fastify({
    serverFactory: (handler) => server.on('request', handler),
    bodyLimit: MAX_BODY_BYTES,
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
}
