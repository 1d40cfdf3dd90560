import type { FastifyInstance } from 'fastify';
import { rejectEarly } from './early-rejection.ts';

/**
 * Refuses requests whose target has a `#`. HTTP allows none there (RFC 9112 section 3.2); the router would read the text
 * before it only, and everything else that looks at the target all of it.
 */
export function refuseFragments(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.raw.url?.includes('#') !== true) return;
    const message = 'The target of a request must not contain #.';
    return rejectEarly(request, reply, { status: 400, code: 'invalid_request', message });
  });
}
