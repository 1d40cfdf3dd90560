import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkBearer } from '../http/bearer.ts';
import type { AccessTokenClaims, TenantContext } from '../tenant-context.ts';
import { RequestRefusal } from './request-refusal.ts';

export interface BearerGuard {
  /** An onRequest hook: refuses with 401 before the body is read. Source: RFC 6750 section 3. */
  readonly check: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Claims of the caller of a request that passed `check`. */
  readonly callerOf: (request: FastifyRequest) => AccessTokenClaims | undefined;
}

/** Demands `Authorization: Bearer` with a token of this tenant. Source: platform specification, "Authentication" 7. */
export function createBearerGuard(context: TenantContext): BearerGuard {
  const callers = new WeakMap<FastifyRequest, AccessTokenClaims>();
  return {
    async check(request, reply) {
      const result = await checkBearer(context, request.headers.authorization);
      if (result.state === 'accepted') {
        callers.set(request, result.claims);
        return;
      }
      if (result.state === 'missing') {
        reply.header('www-authenticate', 'Bearer');
        throw new RequestRefusal(
          401,
          'unauthorized',
          'An access token is needed: send Authorization: Bearer.',
        );
      }
      reply.header('www-authenticate', 'Bearer error="invalid_token"');
      throw new RequestRefusal(
        401,
        'unauthorized',
        'The access token is expired, revoked or of another tenant.',
      );
    },
    callerOf: (request) => callers.get(request),
  };
}
