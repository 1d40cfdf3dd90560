import type { FastifyReply, FastifyRequest } from 'fastify';
import { rejectionOfBearer, RequestRejection } from '../http/request-rejection.ts';
import { bearerChallenge, bearerRejectionMessage, checkBearer } from '../http/bearer.ts';
import type { TenantContext } from '../context/tenant-context.ts';
import type { PageOwner } from './page-sessions.ts';
import type { SandboxKey } from './sandbox-key.ts';

interface ControlGuard {
  readonly check: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** The sender of a request that passed `check`. */
  readonly callerOf: (request: FastifyRequest) => PageOwner;
}

/**
 * An onRequest hook for controls: requires an access token of a user with the right, with an allowing scope,
 * or the tenant's sandbox key, as a bearer token. Browsers send such a header only from scripts of a trusted
 * origin, and even those may not use the controls.
 */
export function createControlGuard(context: TenantContext, key: SandboxKey): ControlGuard {
  const callers = new WeakMap<FastifyRequest, PageOwner>();
  const check: ControlGuard['check'] = async (request, reply) => {
    rejectForeignOrigin(context, request);
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
    throw rejectionOfBearer(
      bearer.state,
      bearer.state === 'out-of-scope' || bearer.state === 'no-right'
        ? bearerRejectionMessage(bearer)
        : 'Sandbox controls require a bearer token: an access token of this tenant or its sandbox key.',
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

/** Rejects a request from a web page of another origin, regardless of its credentials. */
export function rejectForeignOrigin(context: TenantContext, request: FastifyRequest): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const isForeign = origin !== undefined && origin !== new URL(context.baseUrl).origin;
  if (isForeign || (!isRead && (site === 'cross-site' || site === 'same-site'))) {
    throw new RequestRejection(403, 'forbidden_origin', "Pages of other origins can't control this sandbox.");
  }
}
