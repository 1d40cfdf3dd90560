import type { AccessTokenClaims, TenantContext } from '../tenant-context.ts';
import { matchesPath } from './path-pattern.ts';

export type BearerCheck =
  | { readonly state: 'accepted'; readonly claims: AccessTokenClaims }
  | { readonly state: 'missing' }
  | { readonly state: 'refused' }
  /** The token is good, and none of its scopes allows this path. Source: RFC 6750 section 3.1, `insufficient_scope`. */
  | { readonly state: 'out-of-scope' };

export type RefusedBearer = Exclude<BearerCheck, { readonly state: 'accepted' }>;

/**
 * Reads `Authorization: Bearer <token>`, verifies it, and asks whether it may call `path` (without a query). Source:
 * RFC 6750 section 2.1.
 */
export async function checkBearer(
  context: TenantContext,
  authorization: string | undefined,
  path: string,
): Promise<BearerCheck> {
  const token = /^Bearer +([\w\-.~+/]+=*) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return { state: 'missing' };
  const claims = await context.verifyAccessToken(token);
  if (claims === undefined) return { state: 'refused' };
  const isAllowed = claims.allowedPaths.some((pattern) => matchesPath(pattern, path));
  return isAllowed ? { state: 'accepted', claims } : { state: 'out-of-scope' };
}

/** The `WWW-Authenticate` of a refusal. */
export const bearerChallenge: Readonly<Record<RefusedBearer['state'], string>> = {
  missing: 'Bearer',
  refused: 'Bearer error="invalid_token"',
  'out-of-scope': 'Bearer error="insufficient_scope"',
};

/** What a refusal says to people. */
export const bearerRefusal: Readonly<Record<RefusedBearer['state'], string>> = {
  missing: 'An access token is needed: send Authorization: Bearer.',
  refused: 'The access token is expired, revoked or of another tenant.',
  'out-of-scope':
    'The access token has no scope that allows this. A known scope of its application has to, by AllowedRest.',
};
