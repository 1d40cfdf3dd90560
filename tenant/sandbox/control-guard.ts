import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalOfBearer, RequestRefusal } from '../http/request-refusal.ts';
import { bearerChallenge, bearerRefusal, checkBearer } from '../http/bearer.ts';
import type { TenantContext } from '../context/tenant-context.ts';
import type { PageOwner } from './page-sessions.ts';
import type { SandboxKey } from './sandbox-key.ts';

interface ControlGuard {
  readonly check: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Who sent a request that passed `check`. */
  readonly callerOf: (request: FastifyRequest) => PageOwner;
}

/**
 * An onRequest hook for controls: an access token of somebody with the right, whose scope allows it, or the tenant's
 * sandbox key, as a bearer token. Browsers send such a header only with scripts of an origin that the tenant trusts, and not even those may
 * steer it.
 */
export function createControlGuard(context: TenantContext, key: SandboxKey): ControlGuard {
  const callers = new WeakMap<FastifyRequest, PageOwner>();
  const check: ControlGuard['check'] = async (request, reply) => {
    refuseForeignOrigin(context, request);
    const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token !== undefined && key.matches(token)) {
      callers.set(request, 'key');
      return;
    }
    const bearer = await checkBearer(context, request);
    if (bearer.state === 'accepted') {
      callers.set(request, { userId: bearer.claims.subject });
      return;
    }
    const challenge = bearerChallenge[bearer.state];
    if (challenge !== undefined) reply.header('www-authenticate', challenge);
    throw refusalOfBearer(
      bearer.state,
      bearer.state === 'out-of-scope' || bearer.state === 'no-right'
        ? bearerRefusal(bearer)
        : 'The controls of a sandbox need an access token of this tenant, or its sandbox key, as a bearer token.',
    );
  };
  return {
    check,
    callerOf(request) {
      const caller = callers.get(request);
      if (caller === undefined) throw new Error('The check of the controls did not run.');
      return caller;
    },
  };
}

/** Refuses a request that a web page of another origin makes, whatever it carries. */
export function refuseForeignOrigin(context: TenantContext, request: FastifyRequest): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isForeign = origin !== undefined && origin !== new URL(context.baseUrl).origin;
  if (isForeign || (!isRead && (site === 'cross-site' || site === 'same-site'))) {
    throw new RequestRefusal(403, 'forbidden_origin', 'A page of another origin may not steer this sandbox.');
  }
}
