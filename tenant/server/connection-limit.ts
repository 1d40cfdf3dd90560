import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Maximum open connections without authentication. Each of them costs at most its headers and a body of
 * `UNAUTHENTICATED_BODY_BYTES`, or the 56 KiB of a form for the identity provider. Enough for a program that
 * requests some hundred applications at once: its connections are all accepted before the first of its tokens
 * is checked.
 */
export const MAX_UNAUTHENTICATED_CONNECTIONS = 512;

/**
 * Limits the connections that users of this machine can hold open. A further connection closes the oldest
 * unauthenticated one instead of being rejected, so that idle connections can't lock anyone out. Passing the
 * checks of a route that needs a token or a session counts as authentication; from then on the connection
 * isn't counted.
 */
export function limitConnections(app: FastifyInstance, server: Server): void {
  const unproven = new Set<Socket>();
  server.on('connection', (socket) => {
    const [oldest] = unproven.size < MAX_UNAUTHENTICATED_CONNECTIONS ? [] : unproven;
    if (oldest !== undefined) {
      unproven.delete(oldest);
      oldest.destroy();
    }
    unproven.add(socket);
    socket.once('close', () => unproven.delete(socket));
  });
  // Runs after all `onRequest` hooks, where tokens and sessions are checked.
  app.addHook('preParsing', async (request) => {
    const access = request.routeOptions.config.access?.kind;
    if (access === 'token' || access === 'page-session') unproven.delete(request.raw.socket);
  });
}
