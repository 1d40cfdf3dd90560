import type { FastifyInstance } from 'fastify';
import { rejectEarly } from './early-rejection.ts';

/**
 * Rejects requests whose target has a `#`. HTTP doesn't allow it (RFC 9112 section 3.2); the router would use
 * only the text before it, and other code all of it.
 */
export function rejectFragments(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.raw.url?.includes('#') !== true) return;
    const message = "The request URL can't contain #.";
    return rejectEarly(request, reply, { status: 400, code: 'invalid_request', message });
  });
}
