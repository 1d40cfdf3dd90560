import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const MAX_DRAINED_BYTES = 128 * 1024 * 1024;
const MAX_DRAIN_MS = 10_000;

/**
 * Reads the rest of a request body that was rejected as too large, within limits, and then responds.
 * Otherwise the connection would be closed while the client is sending, which would see a broken pipe instead
 * of the 413.
 */
export function drainRejectedBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode === 413 && !request.raw.readableEnded) await drain(request.raw);
  });
}

function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const finish = (): void => {
      clearTimeout(timer);
      request.off('data', count);
      resolve();
    };
    const count = (chunk: Uint8Array): void => {
      bytes += chunk.length;
      if (bytes > MAX_DRAINED_BYTES) finish();
    };
    const timer = setTimeout(finish, MAX_DRAIN_MS);
    request.once('end', finish).once('close', finish).once('error', finish);
    request.on('data', count);
  });
}
