import type { FastifyRequest } from 'fastify';
import { missingRight, type Right } from '../requests/rights.ts';
import type { AccessTokenClaims, TenantContext } from '../context/tenant-context.ts';
import { matchesPath } from './path-pattern.ts';
import { routePath } from './route-access.ts';

type BearerCheck =
  | { readonly state: 'accepted'; readonly claims: AccessTokenClaims }
  | { readonly state: 'missing' }
  | { readonly state: 'rejected' }
  /** The token is valid, but none of its scopes allows this path. Source: RFC 6750 section 3.1, `insufficient_scope`. */
  | { readonly state: 'out-of-scope' }
  /** The scope allows it, but the token's user lacks the rights that the route needs. */
  | { readonly state: 'no-right'; readonly rights: readonly Right[] };

export type RejectedBearer = Exclude<BearerCheck, { readonly state: 'accepted' }>;

/**
 * Reads and verifies `Authorization: Bearer <token>`, and checks that its scopes allow the route and its user
 * has the right declared by the route. Source: RFC 6750 section 2.1.
 */
export async function checkBearer(context: TenantContext, request: FastifyRequest): Promise<BearerCheck> {
  const token = /^Bearer +([\w\-.~+/]+=*) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return { state: 'missing' };
  const claims = await context.verifyAccessToken(token);
  if (claims === undefined) return { state: 'rejected' };
  const path = routePath(request);
  if (!claims.allowedPaths.some((pattern) => matchesPath(pattern, path))) return { state: 'out-of-scope' };
  const access = request.routeOptions.config.access;
  const rights = access?.kind === 'token' ? access.rights : undefined;
  if (rights === undefined || rights.some((right) => context.hasRight(claims.subject, right)))
    return { state: 'accepted', claims };
  return { state: 'no-right', rights };
}

/** The `WWW-Authenticate` of a rejection; none if no other token of the same user would help. */
export const bearerChallenge: Readonly<Partial<Record<RejectedBearer['state'], string>>> = {
  missing: 'Bearer',
  rejected: 'Bearer error="invalid_token"',
  'out-of-scope': 'Bearer error="insufficient_scope"',
};

/** The message of a rejection. */
export function bearerRejectionMessage(check: RejectedBearer): string {
  switch (check.state) {
    case 'missing':
      return 'Missing access token. Send Authorization: Bearer.';
    case 'rejected':
      return 'The access token is expired, revoked or from another tenant.';
    case 'out-of-scope':
      return "The access token has no scope that allows this request. Check AllowedRest in the application's scopes.";
    case 'no-right':
      return missingRight(check.rights);
  }
}
