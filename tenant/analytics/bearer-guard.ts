import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerChallenge, bearerRejectionMessage, checkBearer } from '../http/bearer.ts';
import type { AccessTokenClaims, TenantContext } from '../context/tenant-context.ts';
import { rejectionOfBearer } from '../http/request-rejection.ts';

interface BearerGuard {
  /** An onRequest hook: rejects with 401 or 403 before the body is read. Source: RFC 6750 section 3. */
  readonly check: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Claims of the caller of a request that passed `check`. */
  readonly callerOf: (request: FastifyRequest) => AccessTokenClaims | undefined;
}

/**
 * Requires `Authorization: Bearer` with a token of this tenant. Source: platform specification,
 * "Authentication" 7.
 */
export function createBearerGuard(context: TenantContext): BearerGuard {
  const callers = new WeakMap<FastifyRequest, AccessTokenClaims>();
  return {
    async check(request, reply) {
      const result = await checkBearer(context, request);
      if (result.state === 'accepted') {
        callers.set(request, result.claims);
        return;
      }
      const challenge = bearerChallenge[result.state];
      if (challenge !== undefined) reply.header('www-authenticate', challenge);
      throw rejectionOfBearer(result.state, bearerRejectionMessage(result));
    },
    callerOf: (request) => callers.get(request),
  };
}
