import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusalOfBearer, RequestRefusal } from '../analytics/request-refusal.ts';
import { bearerChallenge, bearerRefusal, checkBearer } from '../http/bearer.ts';
import type { TenantContext } from '../tenant-context.ts';
import type { SandboxKey } from './sandbox-key.ts';

/**
 * An onRequest hook for controls: an access token of the tenant whose scope allows it, or the tenant's sandbox key, as a
 * bearer token. Browsers send such a header only with scripts of an origin that the tenant trusts, and not even those may
 * steer it.
 */
export function createControlGuard(
  context: TenantContext,
  key: SandboxKey,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => {
    refuseForeignOrigin(context, request);
    const token = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token !== undefined && key.matches(token)) return;
    const path = request.url.split('?')[0] ?? '';
    const bearer = await checkBearer(context, request.headers.authorization, path);
    if (bearer.state === 'accepted') return;
    reply.header('www-authenticate', bearerChallenge[bearer.state]);
    throw refusalOfBearer(
      bearer.state,
      bearer.state === 'out-of-scope'
        ? bearerRefusal[bearer.state]
        : 'The controls of a sandbox need an access token of this tenant, or its sandbox key, as a bearer token.',
    );
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
