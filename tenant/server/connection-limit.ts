import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Connections that may be open at once on which nobody has proven who they are. Each of them costs at most its headers and a
 * body of `UNPROVEN_BODY_BYTES`, or the 56 KiB of a form for the identity provider. Enough for a program that reads each of some
 * hundred applications at once: its connections are all accepted before the first of its tokens is checked.
 */
export const MAX_UNPROVEN_CONNECTIONS = 512;

/**
 * Bounds what everybody on this machine can hold open. A further connection closes the oldest one without proof instead of being
 * refused, so that nobody is locked out by connections that are held. Proof is to get past the checks of a route that needs a token
 * or a session; from then on the connection is not counted.
 */
export function limitConnections(app: FastifyInstance, server: Server): void {
  const unproven = new Set<Socket>();
  server.on('connection', (socket) => {
    const [oldest] = unproven.size < MAX_UNPROVEN_CONNECTIONS ? [] : unproven;
    if (oldest !== undefined) {
      unproven.delete(oldest);
      oldest.destroy();
    }
    unproven.add(socket);
    socket.once('close', () => unproven.delete(socket));
  });
  // Comes after all `onRequest` hooks, where tokens and sessions are checked.
  app.addHook('preParsing', async (request) => {
    const access = request.routeOptions.config.access?.kind;
    if (access === 'token' || access === 'page-session') unproven.delete(request.raw.socket);
  });
}
