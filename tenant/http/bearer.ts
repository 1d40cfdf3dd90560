import type { AccessTokenClaims, TenantContext } from '../tenant-context.ts';

export type BearerCheck =
  | { readonly state: 'accepted'; readonly claims: AccessTokenClaims }
  | { readonly state: 'missing' }
  | { readonly state: 'refused' };

/** Reads and verifies `Authorization: Bearer <token>`. Source: RFC 6750 section 2.1. */
export async function checkBearer(
  context: TenantContext,
  authorization: string | undefined,
): Promise<BearerCheck> {
  const token = /^Bearer +([\w\-.~+/]+=*) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) return { state: 'missing' };
  const claims = await context.verifyAccessToken(token);
  return claims === undefined ? { state: 'refused' } : { state: 'accepted', claims };
}
